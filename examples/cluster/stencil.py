#!/usr/bin/env python3
"""Heat that spreads in a plate, on the OpenCL devices of several hosts.

    mpirun -n 3 ./stencil.py [--rows N] [--columns N] [--steps N]

Each rank has some rows of the plate on its device. In each step it exchanges its first
and its last row with its neighbours (mpi4py), and computes (PyOpenCL). Rank 0 compares the
plate with what NumPy computes, and prints how long a step took.
"""

import argparse
import time

import numpy
import pyopencl
from mpi4py import MPI

SOURCE = """
// One row above and one below are neighbours; those beside the plate are cold.
kernel void step_of_heat(global const float *now, global float *next, int rows) {
  int x = get_global_id(0), y = get_global_id(1) + 1, columns = get_global_size(0);
  global const float *p = now + (size_t)y * columns + x;
  float left = x > 0 ? p[-1] : 0, right = x + 1 < columns ? p[1] : 0;
  next[(size_t)y * columns + x] = *p + 0.2f * (left + right + p[-columns] + p[columns] - 4 * *p);
}
"""


def plate(rows, columns):
    return numpy.random.default_rng(1).random((rows, columns), numpy.float32)


def by_numpy(now, steps):
    for _ in range(steps):
        wide = numpy.pad(now, 1)
        now = now + numpy.float32(0.2) * (wide[1:-1, :-2] + wide[1:-1, 2:] + wide[:-2, 1:-1] +
                                          wide[2:, 1:-1] - 4 * now)
    return now


class Part:
    """The rows of a rank on its device, and a row of each neighbour."""

    def __init__(self, rows):
        self.rows, self.columns = rows.shape
        self.context = pyopencl.Context(pyopencl.get_platforms()[0].get_devices()[:1])
        self.queue = pyopencl.CommandQueue(self.context)
        kernel = pyopencl.Program(self.context, SOURCE).build().step_of_heat
        kernel.set_scalar_arg_dtypes([None, None, numpy.int32])
        self.kernel = kernel
        wide = numpy.pad(rows, ((1, 1), (0, 0)))
        flags = pyopencl.mem_flags.READ_WRITE | pyopencl.mem_flags.COPY_HOST_PTR
        self.now, self.next = (pyopencl.Buffer(self.context, flags, hostbuf=wide)
                               for _ in range(2))

    def row(self, index):
        found = numpy.empty(self.columns, numpy.float32)
        pyopencl.enqueue_copy(self.queue, found, self.now,
                              src_offset=index * found.nbytes)
        return found

    def put_row(self, index, row):
        pyopencl.enqueue_copy(self.queue, self.now, row, dst_offset=index * row.nbytes)

    def exchange(self, world):
        """Gives the first and the last row to the neighbours, and takes theirs."""
        above = world.rank - 1 if world.rank else MPI.PROC_NULL
        below = world.rank + 1 if world.rank + 1 < world.size else MPI.PROC_NULL
        cold = numpy.zeros(self.columns, numpy.float32)
        for give, to, put, source in ((1, above, self.rows + 1, below),
                                      (self.rows, below, 0, above)):
            taken = cold.copy()
            world.Sendrecv(self.row(give), to, recvbuf=taken, source=source)
            self.put_row(put, taken)

    def step(self):
        self.kernel(self.queue, (self.columns, self.rows), None, self.now, self.next,
                    self.rows)
        self.now, self.next = self.next, self.now

    def result(self):
        wide = numpy.empty((self.rows + 2, self.columns), numpy.float32)
        pyopencl.enqueue_copy(self.queue, wide, self.now)
        return wide[1:-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--rows", type=int, default=1500)
    parser.add_argument("--columns", type=int, default=1500)
    parser.add_argument("--steps", type=int, default=50)
    options = parser.parse_args()
    world = MPI.COMM_WORLD
    whole = plate(options.rows, options.columns)
    part = Part(numpy.array_split(whole, world.size)[world.rank])

    world.Barrier()
    begin = time.perf_counter()
    exchanging = 0
    for _ in range(options.steps):
        start = time.perf_counter()
        part.exchange(world)
        exchanging += time.perf_counter() - start
        part.step()
    part.queue.finish()
    seconds = time.perf_counter() - begin

    parts = world.gather(part.result())
    if world.rank == 0:
        numpy.testing.assert_allclose(numpy.concatenate(parts),
                                      by_numpy(whole, options.steps), atol=1e-5)
        print(f"{world.size} hosts: right, {seconds / options.steps * 1e3:.2f} ms for a step, "
              f"{exchanging / options.steps * 1e3:.2f} of them for the exchange")


main()
