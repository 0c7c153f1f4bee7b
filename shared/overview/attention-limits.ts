/** Attention below battery (percent) and signal (dBm), and above memory (percent used). */
export const attentionLimits = { battery: 20, signal: -110, memory: 90 } as const;
