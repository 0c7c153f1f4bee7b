import { expect, it } from "vitest";
import { insertAlert } from "../../../backend/db/alert-rows";
import type { Alert } from "../../../shared/alert/alert";
import { limits, serverLimits } from "../../../shared/base/limits";
import { warmAlert } from "../fixtures/alert-rules";
import { addDevice, createOwner, inAccount, newId } from "../fixtures/fleet";
import { dataOf } from "../fixtures/people";

it("rejects a rule once all rules together name too much, and saves one that names no more than before", async () => {
	const { id, owner } = await createOwner();
	const { device } = await addDevice(owner);
	const { device: other } = await addDevice(owner, { name: "Other" });
	const rule = { ...warmAlert, scope: { deviceIds: [device.id] } };
	const { version, id: alertId } = dataOf<Alert>(await owner.mutate("alert.createAlert", rule));
	const deviceIds = Array.from({ length: limits.devicesPerChange }, () => newId("device"));
	const full = serverLimits.alertNames / limits.devicesPerChange;
	await inAccount(id, (db) => {
		for (let number = 0; number < full; number += 1)
			insertAlert(db, {
				id: newId("alert"),
				...warmAlert,
				name: `Rule ${number}`,
				createdAt: new Date(),
				scope: { deviceIds: deviceIds.slice(number === 0 ? 1 : 0) },
			});
	});

	const { error } = await owner.mutate("alert.createAlert", { ...rule, name: "One more" });
	expect(error?.data.reason).toBe("ALERT_NAMES_LIMIT");
	const changed = { ...rule, alertId, version };
	const wider = await owner.mutate("alert.updateAlert", { ...changed, scope: { deviceIds: [device.id, other.id] } });
	expect(wider.error?.data.reason).toBe("ALERT_NAMES_LIMIT");
	expect((await owner.mutate("alert.updateAlert", { ...changed, scope: { deviceIds: [other.id] } })).error).toBeNull();
	expect((await owner.mutate("alert.createAlert", { ...rule, name: "All", scope: "all" })).error).toBeNull();
});
