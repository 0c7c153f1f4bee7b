/** Below these a battery is low (percent) and a signal weak (dBm); above it a memory is nearly full (percent). */
export const careLimits = { battery: 20, signal: -110, memory: 90 } as const;
