import { setTimeout as delay } from "node:timers/promises";
import { tracked } from "@trpc/server";
import * as z from "zod/mini";
import type { CurrentAccount } from "../../shared/account/account";
import { GetAlert } from "../../shared/alert/alert";
import { GetDevice, GetDevices } from "../../shared/device/device";
import { GetGroup } from "../../shared/device/group";
import type { ErrorCode } from "../../shared/errors/error-codes";
import { GetLogs } from "../../shared/log/log";
import { GetReport } from "../../shared/report/report";
import { devicesAt, groupsAt, toGroupRow, toListRow } from "./fleet";
import { exampleId } from "./ids";
import { logPage } from "./log-page";
import { members } from "./members";
import { latestReading } from "./readings";
import { alerts, billingAt, contacts, reportsAt, storageAt, toAlertRow, toReportRow } from "./records";
import { failure, procedureFor, router } from "./trpc";

const account: Omit<CurrentAccount, "me"> = {
	id: exampleId("account", 1),
	companyName: "Example Cold Stores",
	productName: "AQLCloud",
	logoUrl: null,
	timeZone: "Europe/Lisbon",
	createdAt: new Date("2026-03-02T08:00:00Z"),
};

const fleet = procedureFor("viewFleet");
const streamMs = 50;

export const appRouter = router({
	account: router({
		getCurrent: procedureFor("viewAccount").query(({ ctx }): CurrentAccount => ({ ...account, me: ctx.user })),
		getUsers: procedureFor("viewUsers").query(() => [...members.values()]),
		getContacts: procedureFor("viewContacts").query(() => contacts),
	}),
	alert: router({
		getAlerts: fleet.query(() => alerts.map(toAlertRow)),
		getAlert: fleet.input(GetAlert).query(({ input }) => found(alerts, input.alertId, "ALERT_NOT_FOUND")),
	}),
	billing: router({
		getBillingSummary: procedureFor("viewBilling").query(() => billingAt(Date.now())),
		getStorageDetails: procedureFor("viewStorage").query(() => storageAt(Date.now())),
	}),
	device: router({
		getDevices: fleet.input(GetDevices).query(({ input }) => {
			const search = input?.search?.toLowerCase() ?? "";
			const rows = devicesAt(Date.now()).filter(({ name }) => name.toLowerCase().includes(search));
			return rows.map(toListRow);
		}),
		getDevice: fleet
			.input(GetDevice)
			.query(({ input }) => found(devicesAt(Date.now()), input.deviceId, "DEVICE_NOT_FOUND")),
		countLines: procedureFor("editDevices")
			.input(z.instanceof(FormData))
			.mutation(async ({ input }) => {
				const file = input.get("file");
				const text = file instanceof File ? await file.text() : "";
				return { lines: text.split("\n").filter((line) => line.trim() !== "").length };
			}),
	}),
	group: router({
		getGroups: fleet.query(() => groupsAt(Date.now()).map(toGroupRow)),
		getGroup: fleet.input(GetGroup).query(({ input }) => found(groupsAt(Date.now()), input.id, "GROUP_NOT_FOUND")),
	}),
	log: router({
		getLogs: fleet.input(GetLogs).query(({ input }) => logPage(input, Date.now())),
		/** An event stream: repeats the newest reading until the listener disconnects. */
		watch: fleet.input(GetDevice).subscription(async function* ({ input, signal }) {
			for (let n = 1; !signal?.aborted; n += 1) {
				const { channels } = found(devicesAt(Date.now()), input.deviceId, "DEVICE_NOT_FOUND");
				yield tracked(String(n), latestReading(channels[0]?.id ?? "", Date.now()));
				await delay(streamMs);
			}
		}),
		getInPieces: fleet.query(async function* () {
			for (const { name } of devicesAt(Date.now())) {
				yield name;
				await delay(streamMs);
			}
		}),
	}),
	report: router({
		getReports: fleet.query(() => reportsAt(Date.now()).map(toReportRow)),
		getReport: fleet
			.input(GetReport)
			.query(({ input }) => found(reportsAt(Date.now()), input.reportId, "REPORT_NOT_FOUND")),
	}),
});

/** Another account's id gets the same response: an id must not reveal whether it exists. */
function found<Row extends { id: string }>(rows: Row[], id: string, reason: ErrorCode): Row {
	const row = rows.find((candidate) => candidate.id === id);
	if (!row) throw failure(reason, "Not found");
	return row;
}
