use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Pose {
    place: glam::Vec3,
    turn: glam::Quat,
    whole: glam::Mat4,
    bones: [glam::Vec3A; 2],
}

fn main() {}
