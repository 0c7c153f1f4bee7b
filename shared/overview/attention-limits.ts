/** Battery (percent) and signal (dBm) need attention below these, memory (percent used) above. */
export const attentionLimits = { battery: 20, signal: -110, memory: 90 } as const;
