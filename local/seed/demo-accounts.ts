import type { SeedAccount, SeedGroup, SeedInvitation, SeedMember } from "../../shared/local-seed";
import { localSso } from "../local-settings";
import { type Company, companies, personas } from "../personas";

export const demoGroups = {
	coldRooms: { name: "Cold rooms", description: "Walk-in rooms and freezers of the warehouses", colour: "blue" },
	audited: { name: "Audited", description: "Rooms whose records the inspectors ask for", colour: "violet" },
	outdoors: { name: "Outdoors", description: "Loggers that stand in the weather", colour: "green" },
	pharmacy: {
		name: "Pharmacy",
		description: "Medicines and vaccines, 2 to 8 °C unless the door says otherwise",
		colour: "red",
		defaults: { loggingIntervalSeconds: 30 },
	},
	trucks: { name: "Trucks", description: "Refrigerated vehicles and containers", colour: "orange" },
	buildings: { name: "Buildings", description: "Machines, water and air of the sites themselves", colour: null },
} as const satisfies Record<string, SeedGroup>;

export const demoFilteredGroups: SeedGroup[] = [
	{
		name: "Freezers",
		description: "Everything with a freezer logger, wherever it stands",
		colour: "teal",
		filter: { models: ["AQ-210 Freezer logger"] },
		defaults: { loggingIntervalSeconds: 120 },
	},
];

function membersOf(company: Company): SeedMember[] {
	return personas.flatMap(({ sub, email, name, membership, seesOnly, isRemoved }): SeedMember[] => {
		if (membership?.company !== company) return [];
		const scope = seesOnly === null ? "all" : { groupNames: [...seesOnly] };
		return [{ sub, email, name, role: membership.role, scope, isRemoved }];
	});
}

export const demoAccount: SeedAccount = {
	seedName: "northwind",
	companyName: companies.northwind,
	timeZone: "Europe/Lisbon",
	// Browsers resolve every name below localhost to this machine.
	hostname: "northwind.localhost",
	sso: localSso,
	members: membersOf("northwind"),
	groups: [...Object.values(demoGroups), ...demoFilteredGroups],
};

export const strangersAccount: SeedAccount = {
	seedName: "harbour",
	companyName: companies.harbour,
	timeZone: "America/New_York",
	members: membersOf("harbour"),
	groups: [],
};

export const demoInvitations: SeedInvitation[] = personas.flatMap(({ sub, email, invitedTo }) =>
	invitedTo?.company === "northwind" ? [{ sub, email, role: invitedTo.role }] : [],
);
