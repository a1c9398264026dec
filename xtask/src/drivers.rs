//! Looks for the needs of the device and browser suites: the Vulkan loader, two driver manifests, the validation layer, a Chromium, and the programs
//! that judge SPIR-V, GLSL and memory.

use std::collections::BTreeMap;
use std::env::{self, consts::ARCH};
use std::fs;
use std::path::{Path, PathBuf};

/// Something that a suite needs on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Need {
    Loader,
    Llvmpipe,
    ValidationLayer,
    SwiftShader,
    Chromium,
    SpirvVal,
    Glslang,
    Valgrind,
}

/// The place where each thing was found.
#[derive(Debug, Default)]
pub(crate) struct Places(BTreeMap<Need, PathBuf>);

impl Need {
    pub(crate) const ALL: [Self; 8] = [
        Self::Loader,
        Self::Llvmpipe,
        Self::ValidationLayer,
        Self::SwiftShader,
        Self::Chromium,
        Self::SpirvVal,
        Self::Glslang,
        Self::Valgrind,
    ];

    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Loader => "the Vulkan loader",
            Self::Llvmpipe => "Mesa llvmpipe's driver manifest",
            Self::SwiftShader => "SwiftShader's driver manifest",
            Self::ValidationLayer => "Vulkan's validation layer",
            Self::Chromium => "Chromium or Chrome",
            Self::SpirvVal => "spirv-val",
            Self::Glslang => "glslang",
            Self::Valgrind => "Valgrind",
        }
    }

    /// The variable that names the place, where there is one.
    pub(crate) fn variable(self) -> Option<&'static str> {
        match self {
            Self::Loader => None,
            Self::Llvmpipe => Some("REDUCE_LLVMPIPE_ICD"),
            Self::SwiftShader => Some("REDUCE_SWIFTSHADER_ICD"),
            Self::ValidationLayer => Some("REDUCE_VALIDATION_LAYER"),
            Self::Chromium => Some("REDUCE_CHROMIUM"),
            Self::SpirvVal => Some("REDUCE_SPIRV_VAL"),
            Self::Glslang => Some("REDUCE_GLSLANG"),
            Self::Valgrind => Some("REDUCE_VALGRIND"),
        }
    }

    /// File names, the best first; a `*` stands for anything.
    fn files(self) -> Vec<String> {
        let names: &[&str] = match self {
            Self::Loader => &["libvulkan.so.1"],
            // Mesa's manifests carry the architecture, and two of them may lie side by side.
            Self::Llvmpipe => {
                return vec![
                    format!("lvp_icd.{ARCH}.json"),
                    "lvp_icd.json".into(),
                    "lvp_icd*.json".into(),
                ];
            }
            Self::SwiftShader => &["vk_swiftshader_icd.json"],
            Self::ValidationLayer => &["VkLayer_khronos_validation.json"],
            Self::Chromium => &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
            Self::SpirvVal => &["spirv-val"],
            Self::Glslang => &["glslangValidator", "glslang"],
            Self::Valgrind => &["valgrind"],
        };
        names.iter().map(ToString::to_string).collect()
    }

    fn folders(self) -> Vec<PathBuf> {
        let fixed: &[&str] = match self {
            Self::Loader => &["/usr/local/lib", "/usr/lib64", "/usr/lib", "/lib64", "/lib"],
            Self::Llvmpipe => &[
                "/usr/share/vulkan/icd.d",
                "/usr/local/share/vulkan/icd.d",
                "/etc/vulkan/icd.d",
            ],
            Self::SwiftShader => &[
                "/usr/lib/chromium",
                "/usr/lib/chromium-browser",
                "/usr/lib64/chromium",
                "/usr/lib64/chromium-browser",
                "/opt/google/chrome",
                "/opt/chromium.org/chromium",
                "/snap/chromium/current/usr/lib/chromium-browser",
            ],
            Self::ValidationLayer => &[
                "/usr/share/vulkan/explicit_layer.d",
                "/usr/local/share/vulkan/explicit_layer.d",
                "/etc/vulkan/explicit_layer.d",
            ],
            Self::Chromium => &["/usr/bin", "/usr/local/bin", "/snap/bin", "/opt/google/chrome"],
            Self::SpirvVal | Self::Glslang | Self::Valgrind => &["/usr/bin", "/usr/local/bin"],
        };
        let listed = match self {
            Self::Loader => env::var_os("LD_LIBRARY_PATH"),
            Self::Chromium | Self::SpirvVal | Self::Glslang | Self::Valgrind => env::var_os("PATH"),
            Self::Llvmpipe | Self::SwiftShader | Self::ValidationLayer => None,
        };
        let mut folders: Vec<PathBuf> = env::split_paths(&listed.unwrap_or_default()).collect();
        folders.retain(|folder| folder.is_absolute());
        if self == Self::Loader {
            // Debian's multiarch folder, such as /usr/lib/x86_64-linux-gnu.
            folders.push(format!("/usr/lib/{ARCH}-linux-gnu").into());
        }
        for folder in fixed.iter().map(PathBuf::from) {
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        }
        folders
    }

    fn find(self) -> Option<PathBuf> {
        let folders = self.folders();
        self.files()
            .iter()
            .find_map(|file| folders.iter().find_map(|folder| find_in(folder, file)))
    }

    /// The places where it was looked for, in words.
    pub(crate) fn searched(self) -> String {
        let folders: Vec<String> = self
            .folders()
            .iter()
            .map(|folder| folder.display().to_string())
            .collect();
        format!("{} in {}", self.files().join(" or "), folders.join(", "))
    }
}

impl Places {
    /// One thing, at a place of a test's choice.
    #[cfg(test)]
    pub(crate) fn of(need: Need, place: PathBuf) -> Self {
        Self(BTreeMap::from([(need, place)]))
    }

    pub(crate) fn get(&self, need: Need) -> Result<&Path, String> {
        self.0
            .get(&need)
            .map(PathBuf::as_path)
            .ok_or_else(|| format!("{} was not looked for", need.title()))
    }

    pub(crate) fn missing(&self, needs: &[Need]) -> Vec<Need> {
        needs
            .iter()
            .copied()
            .filter(|need| !self.0.contains_key(need))
            .collect()
    }

    pub(crate) fn print(&self) {
        for (need, place) in &self.0 {
            eprintln!("{}: {}", need.title(), place.display());
        }
    }
}

/// Looks for each; missing ones are left out.
///
/// A variable that names a missing file is an error: installing another would not be what was asked for.
pub(crate) fn find(needs: &[Need]) -> Result<Places, String> {
    let mut places = Places::default();
    for &need in needs {
        let asked = need.variable().and_then(|name| Some((name, env::var_os(name)?)));
        let place = match asked {
            Some((variable, value)) => Some(named(need, variable, Path::new(&value))?),
            None => need.find(),
        };
        places.0.extend(place.map(|place| (need, place)));
    }
    Ok(places)
}

/// The file that a variable names: whole, since tests run in other folders, or bare, as in `REDUCE_CHROMIUM=chromium`.
fn named(need: Need, variable: &str, value: &Path) -> Result<PathBuf, String> {
    let mut folders = vec![env::current_dir().unwrap_or_default()];
    folders.extend(need.folders());
    let place = folders
        .iter()
        .map(|folder| folder.join(value))
        .find(|place| place.is_file());
    place.ok_or_else(|| format!("{variable} is set to {}, which is not a file", value.display()))
}

/// The file of that name, with at most one `*`, in that folder.
fn find_in(folder: &Path, name: &str) -> Option<PathBuf> {
    let Some((start, end)) = name.split_once('*') else {
        return Some(folder.join(name)).filter(|place| place.is_file());
    };
    let fits = |place: &PathBuf| {
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(start) && name.ends_with(end)
    };
    let mut places: Vec<PathBuf> = fs::read_dir(folder)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .filter(fits)
        .collect();
    places.sort();
    places.into_iter().next()
}
