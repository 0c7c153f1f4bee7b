import * as z from "zod/mini";

export const Role = z.enum(["owner", "admin", "operator", "viewer", "billing"]);
export type Role = z.infer<typeof Role>;

/** Code calls `can(role, capability)` and never compares role names. */
const rolesByCapability = {
	viewAccount: ["owner", "admin", "operator", "viewer", "billing"],
	viewFleet: ["owner", "admin", "operator", "viewer"],
	editDevices: ["owner", "admin"],
	muteDevices: ["owner", "admin", "operator"],
	editGroups: ["owner", "admin"],
	addNotes: ["owner", "admin", "operator"],
	importReadings: ["owner", "admin", "operator"],
	editKeys: ["owner", "admin"],
	acknowledgeAlerts: ["owner", "admin", "operator"],
	editAlerts: ["owner", "admin", "operator"],
	editReports: ["owner", "admin", "operator"],
	signReports: ["owner", "admin", "operator"],
	viewContacts: ["owner", "admin", "operator", "viewer"],
	doRounds: ["owner", "admin", "operator"],
	editRounds: ["owner", "admin", "operator"],
	editContacts: ["owner", "admin", "operator"],
	editRosters: ["owner", "admin"],
	swapTurns: ["owner", "admin", "operator", "viewer"],
	viewMessages: ["owner", "admin"],
	resendMessages: ["owner", "admin"],
	viewAudit: ["owner", "admin"],
	viewUsers: ["owner", "admin"],
	editUsers: ["owner", "admin"],
	editOwners: ["owner"],
	editSignIn: ["owner"],
	exportAccount: ["owner"],
	deleteAccount: ["owner"],
	viewStorage: ["owner", "admin", "operator", "viewer", "billing"],
	editStorage: ["owner", "admin"],
	viewBilling: ["owner", "admin", "billing"],
	editBilling: ["owner", "billing"],
	editCompany: ["owner", "admin"],
	customize: ["owner", "admin"],
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof rolesByCapability;
export const capabilities = Object.keys(rolesByCapability) as Capability[]; // keys of a const object are its keyof

/** False for unknown roles and capabilities. */
export function can(role: Role, capability: Capability): boolean {
	if (!Object.hasOwn(rolesByCapability, capability)) return false;
	const roles: readonly Role[] = rolesByCapability[capability];
	return roles.includes(role);
}

/** A role can grant another one only if it has all its capabilities. */
export function canGrant(role: Role, granted: Role): boolean {
	return capabilities.every((capability) => !can(granted, capability) || can(role, capability));
}

/** A new device is in no group, so a user with a limited scope could not see it. */
export function mayAddDevices({ role, scope }: { role: Role; scope: "all" | object }): boolean {
	return scope === "all" && can(role, "editDevices");
}
