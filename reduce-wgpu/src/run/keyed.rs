//! Groups by key, found on the device: keys are sorted where they lie, and neither they nor the places of their elements visit the host.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use reduce_core::{Arrangement, Error, Grouping, KeyBank, KeyPass, KeyPlan, Keyed, SourcePart};
use wgpu::{Buffer, CommandEncoder};

use crate::input::device_keys;
use crate::input::device_offsets::BoundOffsets;
use crate::input::device_source::HeldRange;
use crate::input::pieces::Binding;
use crate::input::source::{self, Part};
use crate::input::staged::Input;
use crate::input::upload::{PADDING, Staging, Uploaded};
use crate::run::call::STATES;
use crate::run::dispatch::{Ready, begin, record, workgroups_of};
use crate::run::readback::{self, Pending, Readback};
use crate::run::runner::Runner;
use crate::run::timed::Timed;

/// Groups that the device has found.
pub(crate) struct KeyedGroups {
    groups: usize,
    elements: usize,
    /// The most elements of one of them.
    longest: usize,
    /// Where each begins, and the end of the last, if there are offsets; behind them their keys.
    table: Buffer,
    has_offsets: bool,
    /// The bits that mark where they begin, and what numbers these.
    heads: [Buffer; 3],
    /// The places of their elements, if these do not lie side by side.
    order: Option<Buffer>,
    /// The elements, side by side in each group, if they were sorted along with their keys.
    moved: Option<Uploaded>,
    /// Bytes of a key.
    key: usize,
    /// The keys on their way to the host.
    names: Option<Pending>,
}

/// The outputs that a caller wants in addition to the groups.
#[derive(Clone, Copy)]
pub(crate) enum Wanted<'t> {
    /// Their keys.
    Names,
    /// Nothing; perhaps the time that it takes to find them.
    Nothing(Option<&'t Timed>),
}

impl<'t> Wanted<'t> {
    fn timed(self) -> Option<&'t Timed> {
        match self {
            Self::Names => None,
            Self::Nothing(timed) => timed,
        }
    }
}

/// Keys on the device.
pub(crate) enum Keys<'a> {
    /// In a buffer of the caller's.
    Held(&'a HeldRange),
    /// In an array, or copied.
    Input(Input<'a>),
}

impl<'a> Keys<'a> {
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::WrongDevice`], [`Error::DeviceLost`], [`Error::Driver`].
    pub(crate) fn of(runner: &Runner, keys: SourcePart<'a>) -> Result<Self, Error> {
        if let SourcePart::Engine(part) = &keys
            && let Some(held) = device_keys::held(part)
        {
            return Ok(Self::Held(held));
        }
        let (parts, elements) = source::of(vec![keys])?;
        Input::new(runner.gpu(), parts, elements, Staging::Bounded).map(Self::Input)
    }

    /// # Errors
    /// [`Error::Buffer`], [`Error::Limit`] for several buffers.
    pub(crate) fn binding(&self, runner: &Runner) -> Result<Binding<'_>, Error> {
        match self {
            Self::Held(held) => device_keys::bound(held, &runner.gpu().0),
            Self::Input(input) => {
                let buffer = input.device_parts().next().and_then(|part| part.buffer());
                buffer.map(Binding::all).ok_or_else(|| runner.in_several_buffers())
            }
        }
    }

    /// The copies, which go back to the pool.
    fn staged(self) -> Vec<Buffer> {
        match self {
            Self::Held(_) => Vec::new(),
            Self::Input(input) => input.staged().into_iter().collect(),
        }
    }
}

/// The buffers of the passes over keys.
pub(crate) struct Banks<'a> {
    input: Binding<'a>,
    /// The elements, if they are sorted along with the keys.
    pub(crate) elements: Option<Binding<'a>>,
    made: HashMap<KeyBank, Buffer>,
    timed: Option<&'a Timed>,
}

impl Runner {
    /// Finds the groups of these keys, and waits until the device knows how many there are; none if the keys are in host memory and the device has no room to sort
    /// them. The keys of the groups come to the host if they are `wanted`. The elements in `parts` are sorted along with the keys if they
    /// [can](Self::moves_elements) be.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Limit`], [`Error::WrongDevice`], [`Error::DeviceLost`], [`Error::Driver`].
    pub(crate) fn find_groups(
        &self,
        keyed: Keyed<'_>,
        parts: Vec<Part<'_>>,
        wanted: Wanted<'_>,
    ) -> Result<Option<KeyedGroups>, Error> {
        let is_on_host = matches!(keyed.keys, SourcePart::Host(_));
        match self.found(keyed, parts, wanted) {
            Err(Error::Limit { .. } | Error::OutOfMemory { .. }) if is_on_host => Ok(None),
            groups => groups.map(Some),
        }
    }

    fn found(&self, keyed: Keyed<'_>, parts: Vec<Part<'_>>, wanted: Wanted<'_>) -> Result<KeyedGroups, Error> {
        let (gpu, kind) = (&self.gpu().0, keyed.kind);
        let elements = keyed.keys.len();
        let moves_elements = self.moves_elements(&keyed);
        let mut plan = KeyPlan::new(elements, kind, keyed.sorts, &gpu.caps)?;
        let keys = Keys::of(self, keyed.keys)?;
        let mut banks = Banks::of(keys.binding(self)?, wanted.timed());
        plan = plan.of_vectors(banks.has_vectors());
        let lie_whole = |part: &Part<'_>| matches!(part, Part::Host(_) | Part::Device(_));
        let mut are_vectors = !keyed.sorts && !parts.is_empty() && parts.iter().all(lie_whole);
        if are_vectors && self.kernels().may_fold_at_heads() {
            plan = plan.staging_keys();
        }
        let movable = if moves_elements { parts } else { Vec::new() };
        let movable = Input::new(self.gpu(), movable, elements, Staging::Bounded)?;
        let whole = movable.device_parts().next().filter(|part| part.uploaded().is_some());
        banks.elements = whole.and_then(|part| part.buffer()).map(Binding::all);
        if banks.elements.is_some() {
            plan = plan.moving_elements();
            are_vectors = true;
        }
        let mut bits = Vec::new();
        if keyed.sorts {
            let words = kind.words() as usize;
            bits = self.read_keys(&plan, &mut banks, &[plan.bits()], (KeyBank::Bits, 0), words)?;
        }
        let (passes, at) = plan.find(&bits);
        let words = self.read_keys(&plan, &mut banks, &passes, (KeyBank::Totals, plan.count_at()), 2)?;
        let groups = words.first().copied().unwrap_or(0) as usize;
        let longest = plan.longest(words.get(1).copied().unwrap_or(u32::MAX));
        if are_vectors && self.kernels().folds_at_heads(groups as u64, elements as u64) {
            plan = plan.without_offsets();
        }
        let names = self.write_groups(&plan, &mut banks, at, groups as u64, wanted)?;
        let found = self.keyed_groups(&plan, &mut banks, at, (groups, longest))?;
        let made = banks.made;
        // Who takes them from the pool writes to them by the same queue, behind what reads them.
        gpu.pool
            .give(made.into_values().chain(keys.staged()).chain(movable.staged()));
        Ok(KeyedGroups { names, ..found })
    }

    /// Runs passes, and waits for some words of a bank, which is of zeros before if none of the passes writes all of it.
    fn read_keys(
        &self,
        plan: &KeyPlan,
        banks: &mut Banks<'_>,
        passes: &[KeyPass],
        (bank, word): (KeyBank, u64),
        words: usize,
    ) -> Result<Vec<u32>, Error> {
        let gpu = &self.gpu().0;
        self.make_banks(plan, banks, passes, 0)?;
        let from = banks.buffer(bank).ok_or_else(|| self.in_several_buffers())?.clone();
        let readback = Readback::take(gpu, words as u64 * 4, None)?;
        let ready = self.ready_keys(banks, passes)?;
        let bytes = readback.read(gpu, "the passes over keys", (&from, word * 4), |encoder| {
            if bank == KeyBank::Bits {
                encoder.clear_buffer(&from, 0, None);
            }
            record(&mut begin(encoder, banks.timed), &ready);
        })?;
        Ok(bytes
            .as_chunks()
            .0
            .iter()
            .map(|word| u32::from_le_bytes(*word))
            .collect())
    }

    /// Writes the keys of the groups, which are on their way to the host if they are `wanted`, and their offsets.
    fn write_groups(
        &self,
        plan: &KeyPlan,
        banks: &mut Banks<'_>,
        at: KeyBank,
        groups: u64,
        wanted: Wanted<'_>,
    ) -> Result<Option<Pending>, Error> {
        let gpu = &self.gpu().0;
        let passes = [plan.groups(at, groups)];
        self.make_banks(plan, banks, &passes, groups)?;
        let ready = self.ready_keys(banks, &passes)?;
        let table = banks.buffer(KeyBank::Groups).ok_or_else(|| self.in_several_buffers())?;
        let (begins, all) = (plan.names_at(groups) * 4, plan.words(KeyBank::Groups, groups) * 4);
        let run = |encoder: &mut CommandEncoder| record(&mut begin(encoder, banks.timed), &ready);
        if !matches!(wanted, Wanted::Names) {
            gpu.on.submit_recorded("the passes over keys", run)?;
            return Ok(None);
        }
        let readback = Readback::take(gpu, all - begins, None)?;
        let pending = readback.submit(&gpu.on, "the passes over keys", (table, begins), run)?;
        Ok(Some(pending))
    }

    /// Whether elements are sorted along with these keys. Only elements of one word can be.
    pub(crate) fn moves_elements(&self, keyed: &Keyed<'_>) -> bool {
        keyed.sorts && matches!(self.kernels().parts().as_slice(), [part] if part.bytes == 4)
    }

    /// The groups that the passes have found: their offsets, if there are any, and the sorted places or elements, are left in these buffers.
    pub(crate) fn keyed_groups(
        &self,
        plan: &KeyPlan,
        banks: &mut Banks<'_>,
        at: KeyBank,
        (groups, longest): (usize, usize),
    ) -> Result<KeyedGroups, Error> {
        let elements = plan.elements();
        let table = banks.take(KeyBank::Groups).ok_or_else(|| self.in_several_buffers())?;
        let sorted = banks.take(at);
        let [Some(bits), Some(blocks), Some(totals)] = KeyBank::HEADS.map(|bank| banks.take(bank)) else {
            return Err(self.in_several_buffers());
        };
        let (order, moved) = match banks.elements {
            Some(_) => (None, sorted),
            None => (sorted, None),
        };
        let moved = moved.map(|buffer| Uploaded {
            buffers: vec![buffer],
            chunk: u64::MAX,
            bytes: 4,
            len: elements,
            home: self.gpu().0.on.clone(),
        });
        Ok(KeyedGroups {
            groups,
            elements,
            longest,
            table,
            has_offsets: plan.has_offsets(),
            heads: [bits, blocks, totals],
            order,
            moved,
            key: plan.key_words() as usize * 4,
            names: None,
        })
    }

    /// Makes the buffers of these passes that are not there.
    pub(crate) fn make_banks(
        &self,
        plan: &KeyPlan,
        banks: &mut Banks<'_>,
        passes: &[KeyPass],
        groups: u64,
    ) -> Result<(), Error> {
        let gpu = &self.gpu().0;
        for pass in passes.iter().filter(|pass| pass.writes != KeyBank::Input) {
            if let Entry::Vacant(vacant) = banks.made.entry(pass.writes) {
                let bytes = plan.words(pass.writes, groups) * 4;
                self.check_binding("the keys of groups", bytes)?;
                vacant.insert(gpu.pool.take(&gpu.on, "the keys of groups", bytes, STATES)?);
            }
        }
        Ok(())
    }

    /// The dispatches of these passes.
    pub(crate) fn ready_keys(&self, banks: &Banks<'_>, passes: &[KeyPass]) -> Result<Vec<Ready>, Error> {
        let gpu = &self.gpu().0;
        let bind = |bank: KeyBank| banks.binding(bank).ok_or_else(|| self.in_several_buffers());
        let ready = passes.iter().map(|pass| {
            let info = pass.info.iter().flat_map(|word| word.to_le_bytes()).collect();
            let info = gpu.constants.get(&gpu.on, info)?;
            let mut bound = pass
                .reads
                .iter()
                .map(|bank| bind(*bank))
                .collect::<Result<Vec<_>, Error>>()?;
            bound.splice(1..1, [bind(pass.writes)?, Binding::all(&info)]);
            let stage = self.stage(pass.step)?;
            let workgroups = workgroups_of([pass.workgroups, 1], gpu.caps.max_workgroups);
            gpu.on.run("the bind groups", 0, || {
                let resources = bound.iter().map(Binding::resource).collect();
                Ready::of(gpu, stage, resources, None, workgroups)
            })
        });
        ready.collect()
    }
}

impl<'a> Banks<'a> {
    /// Those of keys that are bound so.
    pub(crate) fn of(input: Binding<'a>, timed: Option<&'a Timed>) -> Self {
        Self {
            input,
            elements: None,
            made: HashMap::new(),
            timed,
        }
    }

    /// Whether the binding of the keys ends with a whole vector.
    pub(crate) fn has_vectors(&self) -> bool {
        self.input.bytes.is_multiple_of(PADDING)
    }

    pub(crate) fn buffer(&self, bank: KeyBank) -> Option<&Buffer> {
        self.made.get(&bank)
    }

    fn binding(&self, bank: KeyBank) -> Option<Binding<'_>> {
        match bank {
            KeyBank::Input => Some(self.input),
            KeyBank::Elements => self.elements,
            _ => self.buffer(bank).map(Binding::all),
        }
    }

    pub(crate) fn take(&mut self, bank: KeyBank) -> Option<Buffer> {
        self.made.remove(&bank)
    }
}

impl KeyedGroups {
    /// Their offsets, if there are any, and behind them their keys.
    pub(crate) fn table(&self) -> &Buffer {
        &self.table
    }

    /// The elements, group after group, if they were sorted along with their keys.
    pub(crate) fn moved(&self) -> Option<&Uploaded> {
        self.moved.as_ref()
    }

    /// Where they begin and the list of their elements, as passes bind them.
    pub(crate) fn bound(&self) -> BoundOffsets<'_> {
        BoundOffsets {
            offsets: (self.has_offsets).then(|| Binding::first(&self.table, (self.groups as u64 + 1) * 4)),
            heads: Some(self.heads.each_ref().map(Binding::all)),
            order: self
                .order
                .as_ref()
                .map(|order| Binding::first(order, self.elements as u64 * 4)),
            status: None,
            is_checked: true,
            is_wide: false,
        }
    }

    /// The bits of their keys, or their ranks, which are waited for.
    ///
    /// # Errors
    /// [`Error::DeviceLost`], [`Error::Driver`].
    fn names(&mut self, runner: &Runner) -> Result<Vec<u64>, Error> {
        let Some(pending) = self.names.take() else {
            return Ok(Vec::new());
        };
        let bytes = readback::wait(&runner.gpu().0, pending)?;
        let keys = bytes.chunks_exact(self.key).take(self.groups).map(|key| {
            let mut word = [0; 8];
            word[..key.len()].copy_from_slice(key);
            u64::from_le_bytes(word)
        });
        Ok(keys.collect())
    }

    /// The names of the groups; none if they are not on their way.
    ///
    /// # Errors
    /// As [`names`](Self::names).
    pub(crate) fn take_names<G: Grouping>(&mut self, runner: &Runner, grouping: &G) -> Result<Option<G::Names>, Error> {
        Ok(grouping.names_of(&self.names(runner)?))
    }

    /// The groups as the passes over them see them.
    pub(crate) fn arrangement(&self) -> Arrangement {
        Arrangement::Keyed {
            groups: self.groups,
            elements: self.elements,
            longest: self.longest,
            is_listed: self.order.is_some(),
        }
    }

    /// Gives its memory back, behind what was submitted.
    pub(crate) fn rest(self, runner: &Runner) {
        let moved = self.moved.into_iter().flat_map(|moved| moved.buffers);
        runner.gpu().0.pool.give(
            [self.table]
                .into_iter()
                .chain(self.heads)
                .chain(self.order)
                .chain(moved),
        );
    }
}
