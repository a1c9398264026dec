//! The choice of an adapter, and its abilities: wgpu's words become [`Caps`].

use reduce_core::{Arithmetic, Caps, Error, Needs, Subgroups};
use wgpu::{Adapter, AdapterInfo, DeviceType, Features, Instance, InstanceDescriptor, Limits};

/// Features that a `Gpu` requests where the adapter has them.
const WANTED: Features = Features::SUBGROUP
    .union(Features::SHADER_F64)
    .union(Features::SHADER_INT64)
    .union(Features::TIMESTAMP_QUERY)
    .union(Features::MEMORY_DECORATION_COHERENT)
    .union(Features::PASSTHROUGH_SHADERS);

/// Share of the device's memory, in percent, beyond which an allocation fails rather than endangering the process.
const MEMORY_PERCENT: u8 = 95;

/// The adapter that the environment asks for: `WGPU_ADAPTER_NAME` a part of its name, `WGPU_BACKEND` its backends;
/// without a name, a hardware one if there is any.
pub(crate) fn choose() -> Result<Adapter, Error> {
    let (adapters, backends) = enumerate();
    let asked = std::env::var("WGPU_ADAPTER_NAME").unwrap_or_default();
    if asked.is_empty() {
        return adapters
            .into_iter()
            .min_by_key(|adapter| preference(&adapter.get_info()))
            .ok_or(Error::NoAdapter { backends });
    }
    Ok(named(adapters, asked)?.remove(0))
}

/// The adapters with `asked` in their names, one at least.
fn named(mut adapters: Vec<Adapter>, asked: String) -> Result<Vec<Adapter>, Error> {
    let found: Vec<String> = adapters.iter().map(|adapter| adapter.get_info().name).collect();
    let part = asked.to_lowercase();
    adapters.retain(|adapter| adapter.get_info().name.to_lowercase().contains(&part));
    if adapters.is_empty() {
        return Err(Error::AdapterNotFound { asked, found });
    }
    Ok(adapters)
}

/// Every adapter that the environment asks for, each GPU once: the hardware ones, or the software ones if there is no other.
pub(crate) fn choose_all() -> Result<Vec<Adapter>, Error> {
    let (adapters, backends) = enumerate();
    let asked = std::env::var("WGPU_ADAPTER_NAME").unwrap_or_default();
    if adapters.is_empty() {
        return Err(Error::NoAdapter { backends });
    }
    let mut chosen = named(adapters, asked)?;
    let software = |adapter: &Adapter| is_software(&adapter.get_info());
    if !chosen.iter().all(software) {
        chosen.retain(|adapter| !software(adapter));
    }
    // A GPU answers on every backend: one of them for all.
    let backend = chosen[0].get_info().backend;
    chosen.retain(|adapter| adapter.get_info().backend == backend);
    Ok(chosen)
}

/// Whether this adapter is a program on the CPU.
pub(crate) fn is_software(info: &AdapterInfo) -> bool {
    let name = info.name.to_lowercase();
    info.device_type == DeviceType::Cpu
        || ["llvmpipe", "swiftshader", "softpipe", "basic render"]
            .iter()
            .any(|known| name.contains(known))
}

fn enumerate() -> (Vec<Adapter>, String) {
    let mut descriptor = InstanceDescriptor::new_without_display_handle_from_env();
    descriptor.memory_budget_thresholds.for_resource_creation = Some(MEMORY_PERCENT);
    let wanted = descriptor.backends;
    let instance = Instance::new(descriptor);
    let adapters = pollster::block_on(instance.enumerate_adapters(wanted));
    let searched = wanted & Instance::enabled_backend_features();
    let names: Vec<String> = searched.iter_names().map(|(name, _)| name.to_lowercase()).collect();
    let names = if names.is_empty() {
        "none of those built in".to_owned()
    } else {
        names.join(", ")
    };
    (adapters, names)
}

fn preference(info: &AdapterInfo) -> u8 {
    match info.device_type {
        _ if is_software(info) => 4,
        DeviceType::DiscreteGpu => 0,
        DeviceType::IntegratedGpu => 1,
        DeviceType::VirtualGpu => 2,
        DeviceType::Other | DeviceType::Cpu => 3,
    }
}

/// Blocks of memory that grow, beginning with as little as wgpu takes: the first one that the host can read has 4 MiB and not 64, which an H200
/// allocates in 13 ms. The first result comes 5 to 15 ms earlier; calls on resident data and streams take as long as before (2026-11-23).
const MEMORY: wgpu::MemoryHints = wgpu::MemoryHints::Manual {
    suballocated_device_memory_block_size: 8 << 20..256 << 20,
};

/// Opens `adapter` with all the features that we use and it offers.
pub(crate) fn open(adapter: &Adapter) -> Result<(wgpu::Device, wgpu::Queue), Error> {
    let descriptor = wgpu::DeviceDescriptor {
        label: Some("reduce"),
        required_features: adapter.features() & WANTED,
        required_limits: adapter.limits(),
        memory_hints: MEMORY,
        ..Default::default()
    };
    pollster::block_on(adapter.request_device(&descriptor)).map_err(|error| Error::DeviceRefused {
        device: describe(&adapter.get_info()),
        reason: error.to_string(),
    })
}

/// An adapter in words: its name, its backend and its driver.
pub(crate) fn describe(info: &AdapterInfo) -> String {
    let driver = if info.driver_info.is_empty() {
        &info.driver
    } else {
        &info.driver_info
    };
    match driver.as_str() {
        "" => format!("{} ({:?})", info.name, info.backend),
        driver => format!("{} ({:?}, {driver})", info.name, info.backend),
    }
}

/// The description that `device` gives of the adapter that opened it, which has to be `adapter`.
///
/// # Errors
/// [`Error::ForeignAdapter`].
pub(crate) fn of_device(device: &wgpu::Device, adapter: &Adapter) -> Result<AdapterInfo, Error> {
    let (own, given) = (device.adapter_info(), adapter.get_info());
    if own == given {
        return Ok(own);
    }
    // Two GPUs of one model differ only in their place on the bus.
    let place = |info: &AdapterInfo| {
        if describe(&own) == describe(&given) {
            format!("{} at {}", describe(info), info.device_pci_bus_id)
        } else {
            describe(info)
        }
    };
    Err(Error::ForeignAdapter {
        device: place(&own),
        adapter: place(&given),
    })
}

/// The capabilities of an open device.
pub(crate) fn caps(info: &AdapterInfo, features: Features, limits: &Limits) -> Caps {
    let mut offers = Needs::NONE;
    if features.contains(Features::SHADER_F64) {
        offers = offers.union(Needs::F64);
    }
    if features.contains(Features::SHADER_INT64) {
        offers = offers.union(Needs::I64);
    }
    // Metal has no fence between workgroups.
    if features.contains(Features::MEMORY_DECORATION_COHERENT) && info.backend != wgpu::Backend::Metal {
        offers = offers.union(Needs::COHERENT);
    }
    // The kernels take any power of two from 4 on; any other size goes without subgroups.
    let sizes = Subgroups {
        min: info.subgroup_min_size,
        max: info.subgroup_max_size,
    };
    let usable = features.contains(Features::SUBGROUP)
        && sizes.min >= 4
        && sizes.min.is_power_of_two()
        && sizes.max.is_power_of_two();
    // Metal and DX12 take no SPIR-V.
    let no_contraction = info.backend == wgpu::Backend::Vulkan && features.contains(Features::PASSTHROUGH_SHADERS);
    Caps::webgpu().with(|caps| {
        caps.device = describe(info);
        caps.software = is_software(info);
        caps.subgroups = usable.then_some(sizes);
        caps.offers = offers;
        caps.max_binding_bytes = limits.max_storage_buffer_binding_size;
        caps.max_buffer_bytes = limits.max_buffer_size;
        caps.max_workgroups = limits.max_compute_workgroups_per_dimension;
        caps.max_invocations = limits
            .max_compute_invocations_per_workgroup
            .min(limits.max_compute_workgroup_size_x);
        caps.max_workgroup_bytes = limits.max_compute_workgroup_storage_size;
        caps.arithmetic = Arithmetic {
            no_contraction,
            hides_products: !no_contraction,
            seen: None,
        };
        caps.loop_limit = None;
    })
}
