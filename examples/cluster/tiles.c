//===- tiles.c - A picture in strips, as tasks of StarPU ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Filters a picture by the kernel of tile-filter: each strip of rows is a task
// for an OpenCL device of the host that the filtered strip belongs to, and
// StarPU brings the strips there and back. Rank 0 compares the picture with
// what plain C computes.
//
//   mpicc tiles.c -o tiles $(pkg-config --cflags --libs starpumpi-1.3) -lOpenCL
//   STARPU_NCPU=0 STARPU_OPENCL_ON_CPUS=1 mpirun -n 3 ./tiles
//   ../tile-filter/filter.cl
//
//===----------------------------------------------------------------------===//

#define CL_TARGET_OPENCL_VERSION 120
#include <starpu_mpi.h>
#include <starpu_opencl.h>

#include <stdio.h>
#include <stdlib.h>

enum { Width = 2000, Height = 1500, Strips = 15, Radius = 2, GroupSize = 16 };

static struct starpu_opencl_program Program;

static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a > b ? a : b; }

/// The rows that strip number I needs: its own, and Radius at either side.
static int firstRow(int I) { return max(I * (Height / Strips) - Radius, 0); }
static int endRow(int I) {
  return min((I + 1) * (Height / Strips) + Radius, Height);
}

/// A strip on an OpenCL device: pixels of four bytes, whole rows. The rows
/// beside it are filtered as if the picture ended there; nobody takes those.
static void filterStrip(void *Buffers[], void *Arguments) {
  (void)Arguments;
  cl_mem In = (cl_mem)STARPU_MATRIX_GET_DEV_HANDLE(Buffers[0]);
  cl_mem Out = (cl_mem)STARPU_MATRIX_GET_DEV_HANDLE(Buffers[1]);
  cl_int Columns = (cl_int)STARPU_MATRIX_GET_NX(Buffers[0]);
  cl_int Rows = (cl_int)STARPU_MATRIX_GET_NY(Buffers[0]);
  cl_kernel Kernel;
  cl_command_queue Queue;
  int Device = starpu_worker_get_devid(starpu_worker_get_id_check());
  cl_int Failed = starpu_opencl_load_kernel(&Kernel, &Queue, &Program,
                                            "filter_tiles", Device);
  Failed |= clSetKernelArg(Kernel, 0, sizeof(In), &In);
  Failed |= clSetKernelArg(Kernel, 1, sizeof(Out), &Out);
  Failed |= clSetKernelArg(Kernel, 2, sizeof(Columns), &Columns);
  Failed |= clSetKernelArg(Kernel, 3, sizeof(Rows), &Rows);
  size_t Local = GroupSize, Global = 16 * Local;
  Failed |= clEnqueueNDRangeKernel(Queue, Kernel, 1, NULL, &Global, &Local, 0,
                                   NULL, NULL);
  Failed |= clFinish(Queue);
  if (Failed)
    STARPU_OPENCL_REPORT_ERROR(Failed);
  starpu_opencl_release_kernel(Kernel);
}

static struct starpu_codelet Filter = {
    .opencl_funcs = {filterStrip},
    .nbuffers = 2,
    .modes = {STARPU_R, STARPU_W},
    .name = "filter",
};

/// A byte of the filtered picture, by the filter's definition.
static unsigned filtered(const unsigned char *Picture, int X, int Y, int C) {
  static const unsigned Weights[] = {1, 4, 6, 4, 1};
  unsigned Sum = 128;
  for (int J = -Radius; J <= Radius; ++J)
    for (int I = -Radius; I <= Radius; ++I) {
      int AtX = min(max(X + I, 0), Width - 1);
      int AtY = min(max(Y + J, 0), Height - 1);
      Sum += Weights[I + Radius] * Weights[J + Radius] *
             Picture[((size_t)AtY * Width + AtX) * 4 + C];
    }
  return Sum / 256;
}

/// Whether strip number I is right.
static int isRight(const unsigned char *Picture, int I,
                   const unsigned char *Strip) {
  for (int Y = I * (Height / Strips); Y != (I + 1) * (Height / Strips); ++Y)
    for (int X = 0; X != Width; ++X)
      for (int C = 0; C != 4; ++C)
        if (Strip[((size_t)(Y - firstRow(I)) * Width + X) * 4 + C] !=
            filtered(Picture, X, Y, C)) {
          printf("wrong at %d, %d\n", X, Y);
          return 0;
        }
  return 1;
}

/// Lets rank 0 wait for the filtered strips. starpu_mpi_barrier() and
/// starpu_mpi_wait_for_all() of StarPU 1.3 hang here: the thread that would
/// take what is still under way is in MPI's barrier.
static void waitFor(int Rank, starpu_data_handle_t *Filtered) {
  if (Rank != 0)
    return;
  for (int I = 0; I != Strips; ++I) {
    starpu_data_acquire(Filtered[I], STARPU_R);
    starpu_data_release(Filtered[I]);
  }
}

int main(int Count, char **Arguments) {
  if (Count != 2 && Count != 3) {
    fprintf(stderr, "usage: tiles filter.cl [REPETITIONS]\n");
    return 2;
  }
  int Repetitions = Count == 3 ? atoi(Arguments[2]) : 10;
  if (starpu_mpi_init_conf(&Count, &Arguments, 1, MPI_COMM_WORLD, NULL)) {
    fprintf(stderr, "StarPU found no device; set STARPU_OPENCL_ON_CPUS=1\n");
    return 1;
  }
  int Rank, Ranks;
  starpu_mpi_comm_rank(MPI_COMM_WORLD, &Rank);
  starpu_mpi_comm_size(MPI_COMM_WORLD, &Ranks);
  starpu_opencl_load_opencl_from_file(
      Arguments[1], &Program,
      "-DTILE_WIDTH=128 -DTILE_HEIGHT=16 -DGROUP_SIZE=16");

  // Rank 0 has the picture and takes the result.
  unsigned char *Picture = NULL;
  if (Rank == 0) {
    Picture = malloc((size_t)Width * Height * 4);
    for (size_t I = 0; I != (size_t)Width * Height * 4; ++I)
      Picture[I] = (unsigned char)((I * 2654435761u) >> 13);
  }
  starpu_data_handle_t In[Strips], Out[Strips];
  for (int I = 0; I != Strips; ++I) {
    int Rows = endRow(I) - firstRow(I);
    if (Rank == 0)
      starpu_matrix_data_register(
          &In[I], STARPU_MAIN_RAM,
          (uintptr_t)(Picture + (size_t)firstRow(I) * Width * 4), Width, Width,
          Rows, 4);
    else
      starpu_matrix_data_register(&In[I], -1, 0, Width, Width, Rows, 4);
    // StarPU makes room for it on its host, and on rank 0 for the copy there.
    starpu_matrix_data_register(&Out[I], -1, 0, Width, Width, Rows, 4);
    starpu_mpi_data_register(In[I], 2 * I, 0);
    starpu_mpi_data_register(Out[I], 2 * I + 1, I % Ranks);
  }

  double Begin = 0;
  for (int Run = 0; Run <= Repetitions; ++Run) {
    if (Run == 1) { // The first builds the kernel.
      waitFor(Rank, Out);
      Begin = starpu_timing_now();
    }
    for (int I = 0; I != Strips; ++I)
      starpu_mpi_task_insert(MPI_COMM_WORLD, &Filter, STARPU_R, In[I], STARPU_W,
                             Out[I], 0);
    // The result goes to rank 0; the next run brings the picture again.
    for (int I = 0; I != Strips; ++I) {
      starpu_mpi_get_data_on_node_detached(MPI_COMM_WORLD, Out[I], 0, NULL,
                                           NULL);
      starpu_mpi_cache_flush(MPI_COMM_WORLD, In[I]);
    }
  }
  waitFor(Rank, Out);
  double Milliseconds = (starpu_timing_now() - Begin) / 1000;

  int Right = 1;
  for (int I = 0; I != Strips; ++I) {
    if (Rank == 0) {
      starpu_data_acquire(Out[I], STARPU_R);
      Right &= isRight(Picture, I,
                       (unsigned char *)starpu_matrix_get_local_ptr(Out[I]));
      starpu_data_release(Out[I]);
    }
    starpu_data_unregister(In[I]);
    starpu_data_unregister(Out[I]);
  }
  if (Rank == 0 && Right)
    printf("%d hosts: right, %.1f ms for a picture, %.2f for a strip\n", Ranks,
           Milliseconds / Repetitions, Milliseconds / Repetitions / Strips);
  starpu_opencl_unload_opencl(&Program);
  starpu_mpi_shutdown();
  return !Right;
}
