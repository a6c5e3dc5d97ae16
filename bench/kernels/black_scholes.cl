// Prices of European options by Black and Scholes, the normal distribution by a polynomial.
float normal(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
  const float tail = 0.39894228040143267794f * exp(-0.5f * d * d) *
      (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.0f - tail : tail;
}
kernel void black_scholes(global const float* prices, global const float* strikes, global const float* years,
                          global float* calls, global float* puts, float rate, float volatility) {
  const size_t i = get_global_id(0);
  const float price = prices[i];
  const float time = years[i];
  const float root = sqrt(time);
  const float d1 = (log(price / strikes[i]) + (rate + 0.5f * volatility * volatility) * time) / (volatility * root);
  const float d2 = d1 - volatility * root;
  const float discounted = strikes[i] * exp(-rate * time);
  calls[i] = price * normal(d1) - discounted * normal(d2);
  puts[i] = discounted * normal(-d2) - price * normal(-d1);
}
