import { type Capability, can, Role } from "../../shared/permissions";

const anyOf = new Intl.ListFormat("en", { type: "disjunction" });

/** Why somebody cannot do something: `Your role cannot see billing. It takes the role owner, admin, or billing.` */
export function refusalOf(capability: Capability, things: string, does = "see"): string {
	const roles = Role.options.filter((role) => can(role, capability));
	return `Your role cannot ${does} ${things}. It takes the role ${anyOf.format(roles)}.`;
}
