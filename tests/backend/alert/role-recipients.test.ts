import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { users } from "../../../backend/db/schema";
import type { Alert, AlertListRow } from "../../../shared/alert/alert";
import { plainNotification } from "../../../shared/alert/alert-rule";
import type { ContactDetails } from "../../../shared/message/contact";
import { createNotifying, headings, sendAll } from "../fixtures/alert-telling";
import { addGroup, addMember, createOwner, inAccount, newId } from "../fixtures/fleet";
import { dataOf } from "../fixtures/people";

const notifying = (roles: ("owners" | "operators")[]) => ({
	contactIds: [],
	contactGroupIds: [],
	notification: { ...plainNotification, roles },
});

describe("a rule that notifies roles", () => {
	it("reaches the members who have them when it is sent, by the address they sign in with", async () => {
		const notifications = await createNotifying(notifying(["owners", "operators"]));
		const { id, owner, at, send, provider, device } = notifications;
		const ofGroup = await addGroup(id, "Cold rooms");
		dataOf(await owner.mutate("device.updateDevice", { ...(await deviceInput()), groupIds: [ofGroup] }));
		const operator = await addMember(id, "operator");
		const here = await addMember(id, "operator", { groupIds: [ofGroup] });
		await addMember(id, "operator", { groupIds: [newId("group")] });
		await addMember(id, "viewer");
		const gone = await addMember(id, "operator");
		await inAccount(id, (db) => db.update(users).set({ status: "disabled" }).where(eq(users.sub, gone.sub)).run());
		await createOwner("Elsewhere");
		await send([[1, 9]]);
		await sendAll(id, at(2), provider);
		expect(provider.taken.map(({ to }) => to).sort()).toEqual([owner.email, operator.email, here.email].sort());
		expect(await notifications.timeline()).toContain(`Notified the operator ${await nameOf(operator.sub)} by e-mail`);

		async function deviceInput() {
			const { name, version, timezoneOffset, timeZoneRule, loggingIntervalSeconds, uploadIntervalSeconds } = dataOf<
				Record<string, unknown>
			>(await owner.query("device.getDevice", { deviceId: device.id }));
			const intervals = { loggingIntervalSeconds, uploadIntervalSeconds };
			return { deviceId: device.id, name, version, timezoneOffset, timeZoneRule, ...intervals };
		}

		function nameOf(sub: string) {
			return inAccount(id, (db) => db.select().from(users).where(eq(users.sub, sub)).get()?.name);
		}
	});

	it("reaches a member as the contact that is linked to them, once", async () => {
		const notifications = await createNotifying();
		const { id, owner, at, send, provider } = notifications;
		const me = dataOf<ContactDetails>(await owner.mutate("contact.addMe"));
		expect(me).toMatchObject({ email: owner.email, emailStatus: "verified" });
		expect(dataOf<ContactDetails>(await owner.mutate("contact.addMe")).id).toBe(me.id);
		await notifications.change({ ...notifying(["owners"]), contactIds: [me.id] });
		await send([[1, 9]]);
		const sent = await sendAll(id, at(2), provider);
		expect(sent.map(({ contactId, state }) => [contactId, state])).toEqual([[me.id, "sent"]]);
		expect(provider.taken[0]?.text).toContain("Acknowledge:");
	});

	it("counts as reaching its recipients, and names its roles", async () => {
		const { owner, alert, provider, id, at } = await createNotifying(notifying(["owners"]));
		expect(dataOf<Alert>(await owner.query("alert.getAlert", { alertId: alert.id })).reach).toBe("reached");
		const [listed] = dataOf<AlertListRow[]>(await owner.query("alert.getAlerts"));
		expect(listed?.recipients).toEqual(["Owners"]);
		await sendAll(id, at(60), provider);
		expect(headings(provider)).toEqual([]);
	});
});

describe("a member who sees some groups", () => {
	it("can add only themselves to a rule of theirs", async () => {
		const { id, owner, alert } = await createNotifying();
		const groupId = await addGroup(id, "Cold rooms");
		const scoped = await addMember(id, "operator", { groupIds: [groupId] });
		const me = dataOf<ContactDetails>(await scoped.mutate("contact.addMe"));
		const other = dataOf<ContactDetails>(await owner.mutate("contact.addMe"));
		const { name, description, severity, isEnabled, rule } = alert;
		const input = { name, description, severity, isEnabled, rule, scope: { groupIds: [groupId] } };
		const add = (contactIds: string[]) =>
			scoped.mutate("alert.createAlert", { ...input, ...notifying([]), contactIds });
		expect((await add([other.id])).error?.data.reason).toBe("CONTACT_NOT_FOUND");
		expect(dataOf<Alert>(await add([me.id])).contactIds).toEqual([me.id]);
	});
});
