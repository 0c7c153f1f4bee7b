import { queryOptions } from "@tanstack/react-query";
import type { GetPlannedMutes } from "../../shared/alert/planned-mute";
import { trpc } from "./trpc";

/* Queries of more than one screen. Lists have no input, so that screens share the response. `queryOptions` gives
   types that can be named here: tRPC exports none of its own. */

export const deviceBy = (deviceId: string) => queryOptions(trpc.device.getDevice.queryOptions({ deviceId }));
export const deviceFacts = () => queryOptions(trpc.device.getDeviceFacts.queryOptions());
export const bulkProgress = () => queryOptions(trpc.device.getBulkProgress.queryOptions());

export const firstSteps = () => queryOptions(trpc.firstSteps.getFirstSteps.queryOptions());

export const groupList = () => queryOptions(trpc.group.getGroups.queryOptions());
export const groupBy = (id: string) => queryOptions(trpc.group.getGroup.queryOptions({ id }));

export const alertList = () => queryOptions(trpc.alert.getAlerts.queryOptions());
export const alertBy = (alertId: string) => queryOptions(trpc.alert.getAlert.queryOptions({ alertId }));
export const openEvents = () =>
	queryOptions(trpc.alert.getEvents.queryOptions({ states: ["open", "acknowledged"], limit: 1_000 }));
export const plannedMutesOf = (subject: GetPlannedMutes) =>
	queryOptions(trpc.alert.getPlannedMutes.queryOptions(subject));
export const reportList = () => queryOptions(trpc.report.getReports.queryOptions());
export const reportBy = (reportId: string) => queryOptions(trpc.report.getReport.queryOptions({ reportId }));

export const companyRecord = () => queryOptions(trpc.account.getCompany.queryOptions());

export const wallList = () => queryOptions(trpc.group.getWalls.queryOptions());

export const userList = () => queryOptions(trpc.account.getUsers.queryOptions());
export const contactList = () => queryOptions(trpc.account.getContacts.queryOptions());
export const contactBy = (contactId: string) => queryOptions(trpc.contact.getContact.queryOptions({ contactId }));
export const contactGroupList = () => queryOptions(trpc.contact.getContactGroups.queryOptions());
export const messagesOf = (contactId: string) =>
	queryOptions(trpc.message.getMessages.queryOptions({ contactId, limit: 20 }));
export const failedWork = () => queryOptions(trpc.account.getFailedWork.queryOptions());
export const savedViews = () => queryOptions(trpc.view.getViews.queryOptions());
export const storageOverview = () => queryOptions(trpc.billing.getStorageOverview.queryOptions());
export const storageDetails = () => queryOptions(trpc.billing.getStorageDetails.queryOptions());
