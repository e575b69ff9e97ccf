// run vectorAtOddPlace 16 16 buffer:1024 buffer:256
kernel void vectorAtOddPlace(global const float *in, global float4 *out) {
  out[get_global_id(0)] = *(global const float4 *)(in + get_global_id(0)); // mistake misaligned
}
// run loaded 16 16 buffer:1024 buffer:256
kernel void loaded(global const float *in, global float4 *out) {
  out[get_global_id(0)] = vload4(0, in + get_global_id(0));
}
// run intAtOddPlace 16 16 buffer:1024 buffer:64
kernel void intAtOddPlace(global const char *in, global int *out) {
  out[get_global_id(0)] = *(global const int *)(in + 5 * get_global_id(0)); // mistake misaligned
}
// run intAtEvenPlace 16 16 buffer:1024 buffer:64
kernel void intAtEvenPlace(global const char *in, global int *out) {
  out[get_global_id(0)] = *(global const int *)(in + 4 * get_global_id(0));
}
