import { describe, expect, it } from "vitest";
import { archiveDenial, deviceRights } from "../../client/features/device-page/device-rights";
import type { CurrentAccount } from "../../shared/account/account";
import type { Role } from "../../shared/account/permissions";
import type { Device } from "../../shared/device/device";

const person = (role: Role, scope: CurrentAccount["me"]["scope"] = "all") => ({ role, scope }) as CurrentAccount["me"];
const device = (archivedAt: Date | null) => ({ archivedAt }) as Device;
const denied = (me: CurrentAccount["me"], archivedAt: Date | null = null) =>
	Object.entries(deviceRights(me, device(archivedAt)))
		.filter(([, reason]) => reason !== null)
		.map(([right]) => right)
		.sort();

describe("the rights of a person at a device's page", () => {
	it.each<[Role, string[]]>([
		["owner", []],
		["admin", []],
		["operator", ["edit", "history", "keys", "membership", "share"]],
		["viewer", ["edit", "history", "import", "judge", "keys", "membership", "mute", "note", "report", "share"]],
		["billing", ["edit", "history", "import", "judge", "keys", "membership", "mute", "note", "report", "share"]],
	])("as %s lack %j", (role, missing) => {
		expect(denied(person(role))).toEqual(missing);
		expect(archiveDenial(person(role)) === null).toBe(missing.length === 0);
	});

	it("change no membership where they see some groups only", () => {
		expect(denied(person("admin", { groupIds: [] }))).toEqual(["membership"]);
	});

	it("wait for an archived device to be restored, but for its notes", () => {
		const rights = deviceRights(person("owner"), device(new Date(0)));
		expect(denied(person("owner"), new Date(0))).toEqual(["edit", "import", "judge", "keys", "membership", "mute"]);
		expect(rights.edit).toBe("This device is archived. Restore it to change it.");
		expect(archiveDenial(person("owner"))).toBeNull();
	});

	it("names the role that an action takes", () => {
		expect(deviceRights(person("viewer"), device(null)).mute).toBe(
			"Only owners, admins, and operators can mute devices.",
		);
	});
});
