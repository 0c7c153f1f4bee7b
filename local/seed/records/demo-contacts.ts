import { dayMs } from "../../../shared/base/durations";
import type { SeedContact } from "../../../shared/local-seed";

type ContactFacts = Pick<SeedContact, "fullName" | "title" | "timeZone"> & Partial<SeedContact>;

export function demoContacts(storyStart: number): SeedContact[] {
	const contact = (facts: ContactFacts): SeedContact => ({
		company: "Northwind Cold Chain",
		email: null,
		emailStatus: "unverified",
		phone: null,
		phoneStatus: "unverified",
		lastNotifiedAt: null,
		createdAt: new Date(storyStart - 50 * dayMs),
		...facts,
	});
	return [
		contact({
			fullName: "Ana Prado",
			title: "Shift lead, Porto",
			email: "ana.prado@northwind.test",
			emailStatus: "verified",
			phone: "+351210000101",
			phoneStatus: "verified",
			timeZone: "Europe/Lisbon",
		}),
		contact({
			fullName: "Tomás Ferreira",
			title: "Technical manager",
			email: "tomas.ferreira@northwind.test",
			emailStatus: "verified",
			phone: "+351210000102",
			phoneStatus: "unverified",
			timeZone: "Europe/Lisbon",
		}),
		contact({
			fullName: "Night desk Porto",
			title: "On call, 22:00 to 06:00",
			phone: "+351210000110",
			phoneStatus: "verified",
			timeZone: "Europe/Lisbon",
		}),
		contact({
			fullName: "Ellen Whitaker",
			title: "Pharmacist in charge, Leeds",
			email: "ellen.whitaker@northwind.test",
			emailStatus: "verified",
			timeZone: "Europe/London",
		}),
		contact({
			fullName: "Jack Moreno",
			title: "Depot manager, Denver",
			email: "jack.moreno@northwind.test",
			emailStatus: "bouncing",
			phone: "+13035550142",
			phoneStatus: "verified",
			timeZone: "America/Denver",
		}),
		contact({
			fullName: "Sanne de Wit",
			title: "Quality, Rotterdam",
			email: "sanne.dewit@northwind.test",
			emailStatus: "unverified",
			timeZone: "Europe/Amsterdam",
		}),
		contact({
			fullName: "Frostline Service",
			company: "Frostline Refrigeration",
			title: "Compressor repairs",
			email: "callout@frostline.test",
			emailStatus: "verified",
			phone: "+351210000190",
			phoneStatus: "unsubscribed",
			timeZone: "Europe/Lisbon",
		}),
		contact({
			fullName: "Beatriz Nunes",
			company: "Audit & Norm",
			title: "External inspector",
			email: "b.nunes@auditnorm.test",
			emailStatus: "unsubscribed",
			timeZone: "Europe/Lisbon",
		}),
	];
}
