// Functions of whole groups and of sub-groups. Groups are columns, as those of
// programs that count batches in x.

__kernel void softmax(__global const float *in, __global float *out,
                      int length) {
  const int at = get_global_id(0) * length, l = get_local_id(1);
  float most = -INFINITY, sum = 0;
  for (int i = l; i < length; i += get_local_size(1))
    most = max(most, in[at + i]);
  most = work_group_reduce_max(most);
  for (int i = l; i < length; i += get_local_size(1))
    sum += exp(in[at + i] - most);
  sum = work_group_reduce_add(sum);
  for (int i = l; i < length; i += get_local_size(1))
    out[at + i] = exp(in[at + i] - most) / sum;
}

// A vector for each group, divided by its length. `sums` has room for what each
// sub-group adds up, however many there are.
__kernel void normalise(__global const float *in, __global float *out,
                        __local float *sums) {
  const int at = get_global_id(0) * get_global_size(1) + get_global_id(1);
  const float x = in[at], sum = sub_group_reduce_add(x * x);
  if (get_sub_group_local_id() == 0)
    sums[get_sub_group_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  float all = 0;
  for (uint i = 0; i < get_num_sub_groups(); ++i)
    all += sums[i];
  out[at] = x * rsqrt(all);
}
