// Functions that stay calls, and a cipher that looks up bytes.

// Kepler's equation by Newton's method: what a work-item needs, and no more.
__attribute__((noinline)) float anomaly(float mean, float eccentricity) {
  float x = eccentricity < 0.8f ? mean : M_PI_F;
  for (int round = 0; round != 20; ++round) {
    float step =
        (x - eccentricity * sin(x) - mean) / (1 - eccentricity * cos(x));
    x -= step;
    if (fabs(step) < 1e-6f)
      break;
  }
  return x;
}

kernel void orbits(global const float *mean, global const float *eccentricity,
                   global float *out) {
  size_t i = get_global_id(0);
  float m = mean[i], e = eccentricity[i];
  float near = anomaly(m, e);
  float far = anomaly(3.0f - m, 0.5f * e);
  if (e > 0.4f)
    near += anomaly(0.25f * m, 0.75f * e);
  out[i] = cos(near) - e + 2 * sin(far);
}

uchar twice(uchar x) { return (uchar)((x << 1) ^ ((x >> 7) * 0x1b)); }

// The rounds of AES-128 on a block of 16 bytes.
kernel void aes(global const uchar *in, constant uchar *sbox,
                constant uchar *keys, global uchar *out) {
  size_t i = get_global_id(0);
  uchar s[16], t[16];
  for (int k = 0; k != 16; ++k)
    s[k] = in[16 * i + k] ^ keys[k];
  for (int round = 1; round <= 10; ++round) {
    for (int k = 0; k != 16; ++k)
      t[k] = sbox[s[5 * k & 15]];
    for (int c = 0; c != 16; c += 4) {
      uchar all = round == 10 ? 0 : t[c] ^ t[c + 1] ^ t[c + 2] ^ t[c + 3];
      for (int k = 0; k != 4; ++k)
        s[c + k] = t[c + k] ^ all ^
                   (round == 10 ? 0 : twice(t[c + k] ^ t[c + (k + 1 & 3)])) ^
                   keys[16 * round + c + k];
    }
  }
  for (int k = 0; k != 16; ++k)
    out[16 * i + k] = s[k];
}
