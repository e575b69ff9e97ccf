#!/usr/bin/env python3
"""Blurs many pictures on the OpenCL devices of the workers of a Dask cluster.

    dask-scheduler                    (dask scheduler, in newer versions)
    dask-worker tcp://HOST:8786 --nthreads 1        on each host
    ./pictures.py tcp://HOST:8786 [--pictures N] [--size N]

A task draws a picture, blurs it, and returns the sum of its pixels, which is compared with
NumPy's. A worker builds the kernel once.
"""

import argparse
import time

import numpy
from dask.distributed import Client

SOURCE = """
kernel void blur(global const uchar *in, global uchar *out) {
  int x = get_global_id(0), y = get_global_id(1), n = get_global_size(0);
  uint sum = 0;
  for (int j = -2; j <= 2; ++j)
    for (int i = -2; i <= 2; ++i)
      sum += in[clamp(y + j, 0, n - 1) * n + clamp(x + i, 0, n - 1)];
  out[y * n + x] = sum / 25;
}
"""
KEPT = {}  # In a worker: the device, made by its first task.


def picture(number, size):
    return numpy.random.default_rng(number).integers(0, 256, (size, size), numpy.uint8)


def sum_of_blurred(number, size):
    import pyopencl
    if not KEPT:
        context = pyopencl.Context(pyopencl.get_platforms()[0].get_devices()[:1])
        KEPT["queue"] = pyopencl.CommandQueue(context)
        KEPT["program"] = pyopencl.Program(context, SOURCE).build()
    queue = KEPT["queue"]
    source = picture(number, size)
    flags = pyopencl.mem_flags
    taken = pyopencl.Buffer(queue.context, flags.READ_ONLY | flags.COPY_HOST_PTR,
                            hostbuf=source)
    made = pyopencl.Buffer(queue.context, flags.WRITE_ONLY, source.nbytes)
    KEPT["program"].blur(queue, (size, size), None, taken, made)
    result = numpy.empty_like(source)
    pyopencl.enqueue_copy(queue, result, made)
    return int(result.sum(dtype=numpy.int64))


def sum_by_numpy(number, size):
    wide = numpy.pad(picture(number, size).astype(numpy.uint32), 2, "edge")
    total = sum(wide[j:j + size, i:i + size] for j in range(5) for i in range(5))
    return int((total // 25).sum())


def nothing(number):
    return number


def seconds(client, function, *arguments, **options):
    begin = time.perf_counter()
    results = client.gather(client.map(function, *arguments, pure=False, **options))
    return time.perf_counter() - begin, results


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("scheduler")
    parser.add_argument("--pictures", type=int, default=60)
    parser.add_argument("--size", type=int, default=512)
    parser.add_argument("--workers", type=int, default=1, help="how many to wait for")
    options = parser.parse_args()
    # Workers need this file no more than the client's functions, which are sent by value.
    client = Client(options.scheduler)
    client.wait_for_workers(options.workers)
    numbers = range(options.pictures)
    empty, _ = seconds(client, nothing, numbers)
    took, sums = seconds(client, sum_of_blurred, numbers, size=options.size)
    assert sums == [sum_by_numpy(number, options.size) for number in numbers]
    workers = len(client.scheduler_info()["workers"])
    print(f"{workers} hosts at the end: all {options.pictures} right, "
          f"{took / options.pictures * 1e3:.1f} ms for each, "
          f"{empty / options.pictures * 1e3:.1f} for a task that does nothing")


if __name__ == "__main__":
    main()
