// Softmax with the functions of whole groups. Groups are columns, as those of
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
