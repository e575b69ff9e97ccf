// The pull of all bodies on each; w is the mass.

__kernel void accelerate(__global const float4 *bodies,
                         __global float4 *acceleration, int count,
                         float softening) {
  const size_t i = get_global_id(0);
  const float4 me = bodies[i];
  float4 sum = (float4)(0.0f);
  for (int j = 0; j < count; ++j) {
    const float4 other = bodies[j];
    float4 way;
    way.xyz = other.xyz - me.xyz;
    way.w = 0.0f;
    const float square =
        way.x * way.x + way.y * way.y + way.z * way.z + softening;
    const float inverse = rsqrt(square);
    sum += way * (other.w * inverse * inverse * inverse);
  }
  acceleration[i] = sum;
}
