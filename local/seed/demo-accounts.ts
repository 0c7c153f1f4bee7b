import type { SeedAccount, SeedInvitation, SeedMember } from "../../shared/local-seed";
import { type Company, companies, personas } from "../personas";

export const demoGroups = {
	coldRooms: { name: "Cold rooms", description: "Walk-in rooms and freezers of the warehouses" },
	audited: { name: "Audited", description: "Rooms whose records the inspectors ask for" },
	outdoors: { name: "Outdoors", description: "Loggers that stand in the weather" },
	pharmacy: { name: "Pharmacy", description: "Medicines and vaccines, 2 to 8 °C unless the door says otherwise" },
	trucks: { name: "Trucks", description: "Refrigerated vehicles and containers" },
	buildings: { name: "Buildings", description: "Machines, water and air of the sites themselves" },
} as const;

function membersOf(company: Company): SeedMember[] {
	return personas.flatMap(({ sub, email, name, membership, isRemoved }) =>
		membership?.company === company ? [{ sub, email, name, role: membership.role, isRemoved }] : [],
	);
}

export const demoAccount: SeedAccount = {
	seedName: "northwind",
	companyName: companies.northwind,
	timeZone: "Europe/Lisbon",
	members: membersOf("northwind"),
	groups: Object.values(demoGroups),
};

/** An account of its own, so that what is not theirs can be tried by hand. */
export const strangersAccount: SeedAccount = {
	seedName: "harbour",
	companyName: companies.harbour,
	timeZone: "America/New_York",
	members: membersOf("harbour"),
	groups: [],
};

const inviterName = demoAccount.members.find(({ role }) => role === "owner")?.name ?? "";

/** People asked to join the demo account. */
export const demoInvitations: SeedInvitation[] = personas.flatMap(({ sub, email, invitedTo }) =>
	invitedTo?.company === "northwind"
		? [{ sub, email, role: invitedTo.role, companyName: demoAccount.companyName, inviterName }]
		: [],
);
