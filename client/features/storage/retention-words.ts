import type { DeviceRetention, StorageContacts } from "../../../shared/account/storage";
import { countOf } from "../../ui/format";

export function keptText(days: number | null): string {
	return days === null ? "Forever" : countOf(days, "day");
}

const stating: Record<DeviceRetention["from"], (retention: DeviceRetention) => string> = {
	device: () => "set on the device",
	group: ({ groupName }) => (groupName ? `from the group ${groupName}` : "from a group"),
	account: () => "from the account",
};

export function keptBy(retention: DeviceRetention): string {
	return stating[retention.from](retention);
}

export function notifiedText(contacts: StorageContacts | null): string {
	if (contacts === null) return "owners, and everyone the alert rules notify";
	const { contactIds, contactGroupIds } = contacts;
	const chosen = [
		...(contactIds.length > 0 ? [countOf(contactIds.length, "contact")] : []),
		...(contactGroupIds.length > 0 ? [countOf(contactGroupIds.length, "contact group")] : []),
	];
	return new Intl.ListFormat("en").format(["owners", ...chosen]);
}

export const fullWords = {
	refuse: "New readings are rejected",
	removeOldest: "The oldest readings are removed",
} as const;

type Use = { usedBytes: number; quotaBytes: number; isQuotaBinding: boolean; whenFull: keyof typeof fullWords };

export function usedSentence({ usedBytes, quotaBytes, isQuotaBinding, whenFull }: Use): string | null {
	const percent = quotaBytes > 0 ? (usedBytes / quotaBytes) * 100 : 0;
	if (percent < 70) return null;
	const used = percent >= 100 ? "The storage is full." : `${percent >= 90 ? 90 : 70} % of the storage is used.`;
	if (!isQuotaBinding) return `${used} Your plan has no hard limit: readings are still stored.`;
	if (percent < 100) {
		const then = whenFull === "refuse" ? "new readings are rejected" : "the oldest readings are removed, after 30 days";
		return `${used} When it is full, ${then}.`;
	}
	if (whenFull === "refuse") {
		return `${used} New readings are rejected until space is freed, and rejected readings raise no alert.`;
	}
	return `${used} 30 days after that began, the oldest readings are removed until space is freed.`;
}
