import { describe, expect, it } from "vitest";
import { type Capability, can, capabilities, Role } from "../../../shared/account/permissions";

/** Written out by hand: a change of permissions must be made twice, on purpose. */
const matrix: Record<Capability, string> = {
	viewAccount: "owner admin operator viewer billing",
	viewFleet: "owner admin operator viewer",
	editDevices: "owner admin",
	muteDevices: "owner admin operator",
	editGroups: "owner admin",
	addNotes: "owner admin operator",
	importReadings: "owner admin operator",
	editKeys: "owner admin",
	acknowledgeAlerts: "owner admin operator",
	editAlerts: "owner admin operator",
	editReports: "owner admin operator",
	signReports: "owner admin operator",
	viewContacts: "owner admin operator viewer",
	editContacts: "owner admin operator",
	editRosters: "owner admin",
	doRounds: "owner admin operator",
	editRounds: "owner admin operator",
	swapTurns: "owner admin operator viewer",
	viewMessages: "owner admin",
	resendMessages: "owner admin",
	viewAudit: "owner admin",
	viewUsers: "owner admin",
	editUsers: "owner admin",
	editOwners: "owner",
	editSignIn: "owner",
	exportAccount: "owner",
	deleteAccount: "owner",
	viewStorage: "owner admin operator viewer billing",
	editStorage: "owner admin",
	viewBilling: "owner admin billing",
	editBilling: "owner billing",
	editCompany: "owner admin",
	customize: "owner admin",
};

describe("permissions", () => {
	it.each(capabilities)("%s is held by exactly the roles written down", (capability) => {
		expect(Role.options.filter((role) => can(role, capability)).join(" ")).toBe(matrix[capability]);
	});

	it.each([
		["__proto__", "viewFleet"],
		["root", "viewFleet"],
		["owner", "__proto__"],
		["owner", "toString"],
	])("deny the unknown: %s, %s", (role, capability) => {
		expect(can(role as Role, capability as Capability)).toBe(false);
	});
});
