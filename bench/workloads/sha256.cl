// One block of a message for each work-item, unrolled as miners and password
// checkers have it.

#define MAJORITY(a, b, c) bitselect(a, b, (a) ^ (c))
#define CHOICE(e, f, g) bitselect(g, f, e)
#define SUM0(a) (rotate(a, 30u) ^ rotate(a, 19u) ^ rotate(a, 10u))
#define SUM1(e) (rotate(e, 26u) ^ rotate(e, 21u) ^ rotate(e, 7u))
#define MIX0(w) (rotate(w, 25u) ^ rotate(w, 14u) ^ ((w) >> 3))
#define MIX1(w) (rotate(w, 15u) ^ rotate(w, 13u) ^ ((w) >> 10))

#define EXPAND(t)                                                              \
  w[t] += MIX1(w[((t) + 14) & 15]) + w[((t) + 9) & 15] + MIX0(w[((t) + 1) & 15])

#define ROUND(a, b, c, d, e, f, g, h, word, constant)                          \
  h += SUM1(e) + CHOICE(e, f, g) + (constant) + (word);                        \
  d += h;                                                                      \
  h += SUM0(a) + MAJORITY(a, b, c)

uint bigEndian(uint x) {
  return rotate(x & 0x00ff00ffu, 24u) | rotate(x & 0xff00ff00u, 8u);
}

__kernel void sha256(__global const uint *messages, __global uint *digests) {
  const size_t i = get_global_id(0);
  uint w[16];
  for (int k = 0; k < 16; ++k)
    w[k] = bigEndian(messages[i * 16 + k]);
  uint a = 0x6a09e667u;
  uint b = 0xbb67ae85u;
  uint c = 0x3c6ef372u;
  uint d = 0xa54ff53au;
  uint e = 0x510e527fu;
  uint f = 0x9b05688cu;
  uint g = 0x1f83d9abu;
  uint h = 0x5be0cd19u;
  ROUND(a, b, c, d, e, f, g, h, w[0], 0x428a2f98u);
  ROUND(h, a, b, c, d, e, f, g, w[1], 0x71374491u);
  ROUND(g, h, a, b, c, d, e, f, w[2], 0xb5c0fbcfu);
  ROUND(f, g, h, a, b, c, d, e, w[3], 0xe9b5dba5u);
  ROUND(e, f, g, h, a, b, c, d, w[4], 0x3956c25bu);
  ROUND(d, e, f, g, h, a, b, c, w[5], 0x59f111f1u);
  ROUND(c, d, e, f, g, h, a, b, w[6], 0x923f82a4u);
  ROUND(b, c, d, e, f, g, h, a, w[7], 0xab1c5ed5u);
  ROUND(a, b, c, d, e, f, g, h, w[8], 0xd807aa98u);
  ROUND(h, a, b, c, d, e, f, g, w[9], 0x12835b01u);
  ROUND(g, h, a, b, c, d, e, f, w[10], 0x243185beu);
  ROUND(f, g, h, a, b, c, d, e, w[11], 0x550c7dc3u);
  ROUND(e, f, g, h, a, b, c, d, w[12], 0x72be5d74u);
  ROUND(d, e, f, g, h, a, b, c, w[13], 0x80deb1feu);
  ROUND(c, d, e, f, g, h, a, b, w[14], 0x9bdc06a7u);
  ROUND(b, c, d, e, f, g, h, a, w[15], 0xc19bf174u);
  EXPAND(0);
  ROUND(a, b, c, d, e, f, g, h, w[0], 0xe49b69c1u);
  EXPAND(1);
  ROUND(h, a, b, c, d, e, f, g, w[1], 0xefbe4786u);
  EXPAND(2);
  ROUND(g, h, a, b, c, d, e, f, w[2], 0x0fc19dc6u);
  EXPAND(3);
  ROUND(f, g, h, a, b, c, d, e, w[3], 0x240ca1ccu);
  EXPAND(4);
  ROUND(e, f, g, h, a, b, c, d, w[4], 0x2de92c6fu);
  EXPAND(5);
  ROUND(d, e, f, g, h, a, b, c, w[5], 0x4a7484aau);
  EXPAND(6);
  ROUND(c, d, e, f, g, h, a, b, w[6], 0x5cb0a9dcu);
  EXPAND(7);
  ROUND(b, c, d, e, f, g, h, a, w[7], 0x76f988dau);
  EXPAND(8);
  ROUND(a, b, c, d, e, f, g, h, w[8], 0x983e5152u);
  EXPAND(9);
  ROUND(h, a, b, c, d, e, f, g, w[9], 0xa831c66du);
  EXPAND(10);
  ROUND(g, h, a, b, c, d, e, f, w[10], 0xb00327c8u);
  EXPAND(11);
  ROUND(f, g, h, a, b, c, d, e, w[11], 0xbf597fc7u);
  EXPAND(12);
  ROUND(e, f, g, h, a, b, c, d, w[12], 0xc6e00bf3u);
  EXPAND(13);
  ROUND(d, e, f, g, h, a, b, c, w[13], 0xd5a79147u);
  EXPAND(14);
  ROUND(c, d, e, f, g, h, a, b, w[14], 0x06ca6351u);
  EXPAND(15);
  ROUND(b, c, d, e, f, g, h, a, w[15], 0x14292967u);
  EXPAND(0);
  ROUND(a, b, c, d, e, f, g, h, w[0], 0x27b70a85u);
  EXPAND(1);
  ROUND(h, a, b, c, d, e, f, g, w[1], 0x2e1b2138u);
  EXPAND(2);
  ROUND(g, h, a, b, c, d, e, f, w[2], 0x4d2c6dfcu);
  EXPAND(3);
  ROUND(f, g, h, a, b, c, d, e, w[3], 0x53380d13u);
  EXPAND(4);
  ROUND(e, f, g, h, a, b, c, d, w[4], 0x650a7354u);
  EXPAND(5);
  ROUND(d, e, f, g, h, a, b, c, w[5], 0x766a0abbu);
  EXPAND(6);
  ROUND(c, d, e, f, g, h, a, b, w[6], 0x81c2c92eu);
  EXPAND(7);
  ROUND(b, c, d, e, f, g, h, a, w[7], 0x92722c85u);
  EXPAND(8);
  ROUND(a, b, c, d, e, f, g, h, w[8], 0xa2bfe8a1u);
  EXPAND(9);
  ROUND(h, a, b, c, d, e, f, g, w[9], 0xa81a664bu);
  EXPAND(10);
  ROUND(g, h, a, b, c, d, e, f, w[10], 0xc24b8b70u);
  EXPAND(11);
  ROUND(f, g, h, a, b, c, d, e, w[11], 0xc76c51a3u);
  EXPAND(12);
  ROUND(e, f, g, h, a, b, c, d, w[12], 0xd192e819u);
  EXPAND(13);
  ROUND(d, e, f, g, h, a, b, c, w[13], 0xd6990624u);
  EXPAND(14);
  ROUND(c, d, e, f, g, h, a, b, w[14], 0xf40e3585u);
  EXPAND(15);
  ROUND(b, c, d, e, f, g, h, a, w[15], 0x106aa070u);
  EXPAND(0);
  ROUND(a, b, c, d, e, f, g, h, w[0], 0x19a4c116u);
  EXPAND(1);
  ROUND(h, a, b, c, d, e, f, g, w[1], 0x1e376c08u);
  EXPAND(2);
  ROUND(g, h, a, b, c, d, e, f, w[2], 0x2748774cu);
  EXPAND(3);
  ROUND(f, g, h, a, b, c, d, e, w[3], 0x34b0bcb5u);
  EXPAND(4);
  ROUND(e, f, g, h, a, b, c, d, w[4], 0x391c0cb3u);
  EXPAND(5);
  ROUND(d, e, f, g, h, a, b, c, w[5], 0x4ed8aa4au);
  EXPAND(6);
  ROUND(c, d, e, f, g, h, a, b, w[6], 0x5b9cca4fu);
  EXPAND(7);
  ROUND(b, c, d, e, f, g, h, a, w[7], 0x682e6ff3u);
  EXPAND(8);
  ROUND(a, b, c, d, e, f, g, h, w[8], 0x748f82eeu);
  EXPAND(9);
  ROUND(h, a, b, c, d, e, f, g, w[9], 0x78a5636fu);
  EXPAND(10);
  ROUND(g, h, a, b, c, d, e, f, w[10], 0x84c87814u);
  EXPAND(11);
  ROUND(f, g, h, a, b, c, d, e, w[11], 0x8cc70208u);
  EXPAND(12);
  ROUND(e, f, g, h, a, b, c, d, w[12], 0x90befffau);
  EXPAND(13);
  ROUND(d, e, f, g, h, a, b, c, w[13], 0xa4506cebu);
  EXPAND(14);
  ROUND(c, d, e, f, g, h, a, b, w[14], 0xbef9a3f7u);
  EXPAND(15);
  ROUND(b, c, d, e, f, g, h, a, w[15], 0xc67178f2u);
  digests[i * 8 + 0] = a + 0x6a09e667u;
  digests[i * 8 + 1] = b + 0xbb67ae85u;
  digests[i * 8 + 2] = c + 0x3c6ef372u;
  digests[i * 8 + 3] = d + 0xa54ff53au;
  digests[i * 8 + 4] = e + 0x510e527fu;
  digests[i * 8 + 5] = f + 0x9b05688cu;
  digests[i * 8 + 6] = g + 0x1f83d9abu;
  digests[i * 8 + 7] = h + 0x5be0cd19u;
}
