#!/usr/bin/env python3
"""An elementwise kernel and a reduction through PyOpenCL, against NumPy.

Uses the platform whose name contains FERRY_TEST_PLATFORM ("Ferry" if unset).
Exit code 77 tells ctest that PyOpenCL is not installed.
"""

import os
import sys

try:
    import numpy as np
    import pyopencl as cl
    import pyopencl.array as cl_array
    from pyopencl.elementwise import ElementwiseKernel
    from pyopencl.reduction import ReductionKernel
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)


def main():
    wanted = os.environ.get("FERRY_TEST_PLATFORM", "Ferry")
    platforms = [p for p in cl.get_platforms() if wanted in p.name]
    if not platforms:
        sys.exit(f"no OpenCL platform is named like '{wanted}'")
    context = cl.Context(platforms[0].get_devices())
    queue = cl.CommandQueue(context)
    random = np.random.default_rng(1)

    for count in (1, 7, 1000, 123_457, 1_000_003):
        a = random.random(count, dtype=np.float32)
        b = random.random(count, dtype=np.float32)
        a_device = cl_array.to_device(queue, a)
        b_device = cl_array.to_device(queue, b)

        axpy = ElementwiseKernel(
            context, "float k, float *x, float *y, float *z",
            "z[i] = k * x[i] + y[i]", "axpy")
        result = cl_array.empty_like(a_device)
        axpy(np.float32(3), a_device, b_device, result)
        np.testing.assert_allclose(result.get(), 3 * a + b, rtol=1e-6)

        dot = ReductionKernel(
            context, np.float32, neutral="0", reduce_expr="a + b",
            map_expr="x[i] * y[i]",
            arguments="__global float *x, __global float *y")
        np.testing.assert_allclose(dot(a_device, b_device).get(),
                                   np.dot(a.astype(np.float64), b), rtol=1e-4)

        most = ReductionKernel(
            context, np.float32, neutral="-INFINITY", reduce_expr="max(a, b)",
            map_expr="x[i]", arguments="__global float *x")
        assert most(a_device).get() == a.max()

        whole = random.integers(-1000, 1000, count, dtype=np.int32)
        whole_device = cl_array.to_device(queue, whole)
        assert cl_array.sum(whole_device).get() == whole.sum()
        np.testing.assert_array_equal(
            (whole_device * 3 - whole_device).get(), whole * 2)

    print(f"right on {platforms[0].name}: {context.devices[0].name}")


main()
