import * as z from "zod/mini";
import { CurrentAccount, User } from "../../shared/account/account";
import { BillingSummary, StorageDetails } from "../../shared/account/billing";
import { Alert, AlertListRow } from "../../shared/alert/alert";
import { DeviceListRow } from "../../shared/device/device";
import { Group, GroupListRow } from "../../shared/device/group";
import { LogPage } from "../../shared/log/log";
import { Contact } from "../../shared/message/contact";
import { Report, ReportListRow } from "../../shared/report/report";

/** Optional fields of a report: without them it is shown, and neither changed nor run. */
const ownOfRow = {
	type: true,
	zone: true,
	scopeText: true,
	recipients: true,
	lastRun: true,
	isReadable: true,
} as const;
const ownOfReport = { ...ownOfRow, version: true, definition: true, savedBy: true } as const;

type Query = { procedure: string; input?: unknown; shape: z.ZodMiniType };

/** The queries with an input known beforehand, and the shape of their answers. */
export const queries: Query[] = [
	{ procedure: "device.getDevices", shape: z.array(DeviceListRow) },
	{ procedure: "group.getGroups", shape: z.array(GroupListRow) },
	{ procedure: "log.getLogs", input: { rangeType: "hour", offset: 0 }, shape: LogPage },
	{ procedure: "report.getReports", shape: z.array(z.partial(ReportListRow, ownOfRow)) },
	{ procedure: "alert.getAlerts", shape: z.array(AlertListRow) },
	{ procedure: "account.getCurrent", shape: CurrentAccount },
	{ procedure: "account.getUsers", shape: z.array(User) },
	{ procedure: "account.getContacts", shape: z.array(Contact) },
	{ procedure: "billing.getBillingSummary", shape: BillingSummary },
	{ procedure: "billing.getStorageDetails", shape: StorageDetails },
];

type QueryById = { procedure: string; list: string; key: string; unknownId: string; shape: z.ZodMiniType };

/** The queries of one thing: `list` provides an id, `unknownId` has the right form and names nothing. */
export const queriesById: QueryById[] = [
	{
		procedure: "group.getGroup",
		list: "group.getGroups",
		key: "id",
		unknownId: `grp_${"0".repeat(26)}`,
		shape: Group,
	},
	{
		procedure: "report.getReport",
		list: "report.getReports",
		key: "reportId",
		unknownId: `rep_${"0".repeat(26)}`,
		shape: z.partial(Report, ownOfReport),
	},
	{
		procedure: "alert.getAlert",
		list: "alert.getAlerts",
		key: "alertId",
		unknownId: `alr_${"0".repeat(26)}`,
		shape: Alert,
	},
];
