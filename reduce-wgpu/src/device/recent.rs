//! A map that keeps the entries that were used last.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;

/// A map of at most `most` entries: a new one takes the place of the entry that was not used for the longest.
#[derive(Debug)]
pub(crate) struct Recent<K, V> {
    entries: HashMap<K, (V, u64)>,
    most: usize,
    /// Counts the lookups; an entry knows its last one.
    now: u64,
}

impl<K: Hash + Eq + Clone, V: Clone> Recent<K, V> {
    pub(crate) fn new(most: usize) -> Self {
        Self {
            entries: HashMap::new(),
            most,
            now: 0,
        }
    }

    pub(crate) fn get<Q: Hash + Eq + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.now += 1;
        let (value, asked) = self.entries.get_mut(key)?;
        *asked = self.now;
        Some(value.clone())
    }

    /// The value that is kept under `key`: `value`, unless there is one already.
    pub(crate) fn keep(&mut self, key: K, value: V) -> V {
        if let Some(known) = self.get(&key) {
            return known;
        }
        if self.entries.len() >= self.most {
            let oldest = self.entries.iter().min_by_key(|(_, (_, asked))| *asked);
            if let Some(oldest) = oldest.map(|(key, _)| key.clone()) {
                self.entries.remove(&oldest);
            }
        }
        self.entries.insert(key, (value.clone(), self.now));
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_makes_room() {
        let mut recent = Recent::new(3);
        for key in 0..3 {
            assert_eq!(recent.keep(key, 10 * key), 10 * key);
        }
        assert_eq!(recent.get(&0), Some(0));
        recent.keep(3, 30);
        let kept: Vec<Option<u32>> = (0..4).map(|key| recent.get(&key)).collect();
        assert_eq!(kept, [Some(0), None, Some(20), Some(30)]);
    }

    #[test]
    fn the_first_value_stays() {
        let mut recent = Recent::new(1);
        assert_eq!((recent.keep('a', 1), recent.keep('a', 2)), (1, 1));
    }

    #[test]
    fn it_never_holds_more() {
        let mut recent = Recent::new(64);
        for key in 0..1000 {
            recent.keep(key, ());
            assert!(recent.entries.len() <= 64);
        }
    }
}
