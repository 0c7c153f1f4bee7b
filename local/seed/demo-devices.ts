import type { DemoDevice } from "./demo-device";
import { denverDevices } from "./devices/denver";
import { leedsDevices } from "./devices/leeds";
import { portoDevices } from "./devices/porto";
import { rotterdamDevices } from "./devices/rotterdam";

export const demoDevices: readonly DemoDevice[] = [
	...portoDevices,
	...denverDevices,
	...leedsDevices,
	...rotterdamDevices,
];
