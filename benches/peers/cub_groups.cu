// CUB figures for groups: rows, segments, runs. One CSV line a case: peer,op,n,bytes,median_us,min_us,back_to_back_us
// nvcc -O3 -std=c++17 -arch=native --extended-lambda [-I newer CCCL] -o cub_groups cub_groups.cu && ./cub_groups > groups.csv
// n is the number of input elements, bytes all that a case has to read and write (elements, offsets, keys, results).
#include <cub/cub.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                        \
    do {                                                                                   \
        cudaError_t e = (call);                                                            \
        if (e != cudaSuccess) {                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e));     \
            exit(1);                                                                       \
        }                                                                                  \
    } while (0)

__host__ __device__ unsigned hashed(unsigned i) {
    unsigned h = i * 747796405u + 2891336453u;
    h = ((h >> ((h >> 28u) + 4u)) ^ h) * 277803737u;
    return (h >> 22u) ^ h;
}
__global__ void fill(float* d, size_t n) {
    size_t stride = size_t(gridDim.x) * blockDim.x;
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += stride) d[i] = float(hashed(unsigned(i)) >> 8) / 16777216.0f;
}
// Keys in runs of a given average length: a new key wherever a hash says so.
__global__ void run_keys(unsigned* k, size_t n, unsigned average) {
    size_t stride = size_t(gridDim.x) * blockDim.x;
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += stride) {
        size_t j = i;
        while (j > 0 && hashed(unsigned(j)) % average != 0) j--;
        k[i] = unsigned(j);
    }
}

template <class F>
void bench(const char* op, size_t n, size_t bytes, F call) {
    const int warm = 3, reps = 15, burst = 5;
    for (int i = 0; i < warm; i++) call();
    CHECK(cudaDeviceSynchronize());
    cudaEvent_t a, b;
    CHECK(cudaEventCreate(&a));
    CHECK(cudaEventCreate(&b));
    std::vector<float> us;
    float ms;
    for (int i = 0; i < reps; i++) {
        CHECK(cudaEventRecord(a));
        call();
        CHECK(cudaEventRecord(b));
        CHECK(cudaEventSynchronize(b));
        CHECK(cudaEventElapsedTime(&ms, a, b));
        us.push_back(ms * 1e3f);
    }
    CHECK(cudaEventRecord(a));
    for (int i = 0; i < burst; i++) call();
    CHECK(cudaEventRecord(b));
    CHECK(cudaEventSynchronize(b));
    CHECK(cudaEventElapsedTime(&ms, a, b));
    std::sort(us.begin(), us.end());
    printf("cub,%s,%zu,%zu,%.2f,%.2f,%.2f\n", op, n, bytes, us[reps / 2], us[0], ms * 1e3 / burst);
    fflush(stdout);
}

struct RowStart {
    int64_t row;
    __host__ __device__ int64_t operator()(int64_t i) const { return i * row; }
};
struct Welford { float n, mean, m2; };
struct WelfordLift { __host__ __device__ Welford operator()(float x) const { return {1.0f, x, 0.0f}; } };
struct WelfordCombine {
    __host__ __device__ Welford operator()(const Welford& a, const Welford& b) const {
        float n = a.n + b.n;
        if (n == 0.0f) return a;
        float d = b.mean - a.mean, w = b.n / n;
        return {n, a.mean + d * w, a.m2 + b.m2 + d * d * a.n * w};
    }
};

// Segment lengths by a rule, scaled so that they add up to n.
std::vector<unsigned> offsets(const char* rule, size_t segments, size_t n) {
    std::vector<double> length(segments);
    double sum = 0;
    for (size_t i = 0; i < segments; i++) {
        double u = (hashed(unsigned(i)) >> 8) / 16777216.0 + 1e-9, v = (hashed(unsigned(i) ^ 0x9e3779b9u) >> 8) / 16777216.0;
        switch (rule[0]) {
            case 'e': length[i] = 1; break;                                                          // equal
            case 'l': length[i] = exp(1.5 * sqrt(-2 * log(u)) * cos(6.283185307 * v)); break;        // lognormal
            case 'p': length[i] = pow(u, -1 / 1.2); break;                                           // power law
            default: length[i] = i == segments / 2 ? 1e12 : 0; break;                                // one long among empty ones
        }
        sum += length[i];
    }
    std::vector<unsigned> offset(segments + 1);
    double so_far = 0;
    for (size_t i = 0; i < segments; i++) {
        so_far += length[i];
        offset[i + 1] = unsigned(std::min(double(n), floor(so_far / sum * double(n))));
    }
    offset[segments] = unsigned(n);
    return offset;
}

int main() {
    const size_t n = size_t(1) << 28;
    float *d, *o;
    unsigned *keys, *unique, *count, *off;
    void* tmp;
    size_t room = size_t(1) << 32, t = 0;
    CHECK(cudaMalloc(&d, n * 4));
    CHECK(cudaMalloc(&o, n * 12));
    CHECK(cudaMalloc(&keys, n * 4));
    CHECK(cudaMalloc(&unique, n * 4));
    CHECK(cudaMalloc(&count, 64));
    CHECK(cudaMalloc(&off, n + 64));
    CHECK(cudaMalloc(&tmp, room));
    fill<<<2112, 256>>>(d, n);
    CHECK(cudaDeviceSynchronize());
    bench("sum_f32", n, n * 4, [&] { t = room; CHECK(cub::DeviceReduce::Sum(tmp, t, d, o, n)); });
    bench("sum_f32", n >> 3, n >> 1, [&] { t = room; CHECK(cub::DeviceReduce::Sum(tmp, t, d, o, n >> 3)); });
    char op[64];
    for (int log_row = 2; log_row <= 26; log_row += 2) {
        const int64_t row = int64_t(1) << log_row, rows = n >> log_row;
        auto starts = thrust::make_transform_iterator(thrust::counting_iterator<int64_t>(0), RowStart{row});
        const size_t bytes = n * 4 + size_t(rows) * 4;
        if (log_row >= 6) {
            snprintf(op, sizeof op, "rows_sum_f32_%lldx%lld", (long long)rows, (long long)row);
            bench(op, n, bytes, [&] { t = room; CHECK(cub::DeviceSegmentedReduce::Sum(tmp, t, d, o, rows, starts, starts + 1)); });
        }
#ifdef FIXED
        snprintf(op, sizeof op, "rows_sum_f32_%lldx%lld", (long long)rows, (long long)row);
        bench(op, n, bytes, [&] { t = room; CHECK(cub::DeviceSegmentedReduce::Sum(tmp, t, d, o, (int64_t)rows, (int)row)); });
        auto lifted = thrust::make_transform_iterator(d, WelfordLift{});
        snprintf(op, sizeof op, "rows_welford_f32_%lldx%lld", (long long)rows, (long long)row);
        bench(op, n, bytes, [&] { t = room; CHECK(cub::DeviceSegmentedReduce::Reduce(tmp, t, lifted, (Welford*)o, (int64_t)rows, (int)row, WelfordCombine{}, Welford{0, 0, 0})); });
#endif
    }
    struct { const char* rule; size_t segments; } cases[] = {{"equal", 1 << 20}, {"lognormal", 1 << 20}, {"power", 1 << 20}, {"equal", 1 << 24}, {"lognormal", 1 << 24}, {"one", 1 << 20}, {"lognormal", 1 << 14}};
    for (auto c : cases) {
        auto host = offsets(c.rule, c.segments, n);
        CHECK(cudaMemcpy(off, host.data(), host.size() * 4, cudaMemcpyHostToDevice));
        snprintf(op, sizeof op, "segments_%s_sum_f32_%zu", c.rule, c.segments);
        bench(op, n, n * 4 + c.segments * 8, [&] { t = room; CHECK(cub::DeviceSegmentedReduce::Sum(tmp, t, d, o, (int64_t)c.segments, off, off + 1)); });
    }
    for (unsigned average : {2u, 16u, 256u}) {
        run_keys<<<2112, 256>>>(keys, n, average);
        CHECK(cudaDeviceSynchronize());
        snprintf(op, sizeof op, "runs_sum_f32_%u", average);
        bench(op, n, n * 8, [&] { t = room; CHECK(cub::DeviceReduce::ReduceByKey(tmp, t, keys, unique, d, o, count, ::cuda::std::plus<>{}, int64_t(n))); });
    }
    // what a group-by by sorting costs at least: pairs of key and value
    bench("sort_pairs_u32", n >> 3, n * 2, [&] { t = room; CHECK(cub::DeviceRadixSort::SortPairs(tmp, t, keys, unique, d, o, int64_t(n >> 3))); });
}
