// European options, with the polynomial of Abramowitz and Stegun (26.2.17) for
// the normal distribution.

float normalDistribution(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
  const float tail =
      0.39894228040143267794f * exp(-0.5f * d * d) *
      (k * (0.31938153f +
            k * (-0.356563782f +
                 k * (1.781477937f +
                      k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0.0f ? 1.0f - tail : tail;
}

__kernel void blackScholes(__global float *call, __global float *put,
                           __global const float *price,
                           __global const float *strike,
                           __global const float *years, float rate,
                           float volatility) {
  const size_t i = get_global_id(0);
  const float s = price[i], x = strike[i], t = years[i];
  const float root = sqrt(t);
  const float d1 =
      (log(s / x) + (rate + 0.5f * volatility * volatility) * t) /
      (volatility * root);
  const float d2 = d1 - volatility * root;
  const float n1 = normalDistribution(d1), n2 = normalDistribution(d2);
  const float discounted = x * exp(-rate * t);
  call[i] = s * n1 - discounted * n2;
  put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}
