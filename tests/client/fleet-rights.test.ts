import { describe, expect, it } from "vitest";
import { type FleetRights, fleetDenials } from "../../client/features/devices/fleet-rights";

describe("a person who may not add devices", () => {
	it.each<[FleetRights, string | undefined]>([
		[{ role: "owner", scope: "all" }, undefined],
		[{ role: "viewer", scope: "all" }, "Only owners and admins can add devices."],
		[
			{ role: "admin", scope: { groupIds: [] } },
			"You only see some groups, and a new device would be in none of them.",
		],
	])("%o is shown why", (rights, sentence) => {
		expect(fleetDenials(rights).add).toBe(sentence);
	});
});
