export type Runtime = {
	/** Of the runtime's process. */
	pid: number;
	/** The socket of one Worker, which is the runtime's own and nobody's proxy. */
	urlOf: (name: string) => Promise<string>;
	signIn: (email: string) => Promise<{ cookie: string; accessToken: string; idToken: string }>;
	stop: () => Promise<void>;
};

export function startRuntime(options?: { vars?: Record<string, string> }): Promise<Runtime>;
