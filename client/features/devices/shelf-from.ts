import type { DeviceShelf } from "../../../shared/device";
import type { DevicesSearch } from "./devices-search";

/** In a file of its own: the route asks before the list's code is there, and every screen loads what it asks. */
export function shelfFrom({ shelf }: DevicesSearch): DeviceShelf {
	return shelf === "archived" ? "archived" : "current";
}
