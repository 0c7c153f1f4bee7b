import * as z from "zod/mini";

export const Role = z.enum(["owner", "admin", "operator", "viewer", "billing"]);
export type Role = z.infer<typeof Role>;

/** What a procedure or a control asks for. Code asks `can(role, capability)`, never for a role's name. */
const rolesByCapability = {
	viewAccount: ["owner", "admin", "operator", "viewer", "billing"],
	viewFleet: ["owner", "admin", "operator", "viewer"],
	editDevices: ["owner", "admin"],
	/** Keep a device's alerts from telling anybody for a time. */
	muteDevices: ["owner", "admin", "operator"],
	editGroups: ["owner", "admin"],
	addNotes: ["owner", "admin", "operator"],
	importReadings: ["owner", "admin", "operator"],
	/** Keys by which devices and network servers send. */
	editKeys: ["owner", "admin"],
	acknowledgeAlerts: ["owner", "admin", "operator"],
	editAlerts: ["owner", "admin", "operator"],
	editReports: ["owner", "admin", "operator"],
	viewContacts: ["owner", "admin", "operator", "viewer"],
	editContacts: ["owner", "admin", "operator"],
	viewUsers: ["owner", "admin"],
	editUsers: ["owner", "admin"],
	/** What an owner alone may do to an owner. */
	editOwners: ["owner"],
	viewStorage: ["owner", "admin", "operator", "viewer", "billing"],
	editStorage: ["owner", "admin"],
	viewBilling: ["owner", "admin", "billing"],
	editBilling: ["owner", "billing"],
	editCompany: ["owner", "admin"],
	customize: ["owner", "admin"],
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof rolesByCapability;
export const capabilities = Object.keys(rolesByCapability) as Capability[]; // keys of a const object are its keyof

/** Whether a role holds a capability. Unknown roles and capabilities hold nothing. */
export function can(role: Role, capability: Capability): boolean {
	if (!Object.hasOwn(rolesByCapability, capability)) return false;
	const roles: readonly Role[] = rolesByCapability[capability];
	return roles.includes(role);
}
