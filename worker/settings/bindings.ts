import type { consoleSettings } from "./setting-names";

export type Bindings = ConsoleEnv & {
	[Name in Exclude<(typeof consoleSettings)[number], keyof ConsoleEnv>]?: string;
} & {
	LOCAL?: Fetcher;
	DEMO_SIGN_IN?: DemoSignIn;
	DEV_SERVER?: string;
};

type DemoSignIn = { email: string; password: string };
