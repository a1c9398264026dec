//! The messages of the validation layer that fail no step.

use super::message::Message;

/// An accepted message, and the reason.
#[derive(Clone, Copy, Debug)]
pub(super) struct Accepted {
    pub(super) name: &'static str,
    /// The rule, as versions of the layer call it.
    ids: &'static [&'static str],
    /// A part of its text.
    text: &'static str,
    /// The test target that causes it on purpose: where that ran, it has to be there.
    pub(super) made_by: Option<&'static str>,
}

pub(super) const ACCEPTED: [Accepted; 1] = [
    // The proof that complaints arrive here: `devices/layers.rs` hands over a shader without an entry point.
    Accepted {
        name: "a shader without an entry point",
        // In 1.3.239, and later.
        ids: &[
            "UNASSIGNED-CoreValidation-Shader-InconsistentSpirv",
            "VUID-VkShaderModuleCreateInfo-pCode-08737",
        ],
        text: "No OpEntryPoint instruction was found",
        made_by: Some("devices"),
    },
];

impl Accepted {
    pub(super) fn is(&self, message: &Message) -> bool {
        self.ids.contains(&message.id.as_str()) && message.text.contains(self.text)
    }
}
