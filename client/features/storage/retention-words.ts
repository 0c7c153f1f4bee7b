import type { DeviceRetention, StorageContacts, WhenFull } from "../../../shared/account/storage";
import { pageLanguage } from "../../base/page-language";
import { t } from "../../words/made/account";

export function keptText(days: number | null): string {
	return days === null ? t("kept.forever") : t("kept.days", { days });
}

const stating: Record<DeviceRetention["from"], (retention: DeviceRetention) => string> = {
	device: () => t("kept.onDevice"),
	group: ({ groupName }) => (groupName ? t("kept.fromNamedGroup", { group: groupName }) : t("kept.fromGroup")),
	account: () => t("kept.fromAccount"),
};

export function keptBy(retention: DeviceRetention): string {
	return stating[retention.from](retention);
}

export function notifiedText(contacts: StorageContacts | null): string {
	if (contacts === null) return t("notified.byRules");
	const { contactIds, contactGroupIds } = contacts;
	const chosen = [
		...(contactIds.length > 0 ? [t("notified.contacts", { count: contactIds.length })] : []),
		...(contactGroupIds.length > 0 ? [t("notified.contactGroups", { count: contactGroupIds.length })] : []),
	];
	return new Intl.ListFormat(pageLanguage).format([t("notified.owners"), ...chosen]);
}

type Use = { usedBytes: number; quotaBytes: number; isQuotaBinding: boolean; whenFull: WhenFull };

export function usedSentence({ usedBytes, quotaBytes, isQuotaBinding, whenFull }: Use): string | null {
	const percent = quotaBytes > 0 ? (usedBytes / quotaBytes) * 100 : 0;
	if (percent < 70) return null;
	const what = isQuotaBinding ? whenFull : "unlimited";
	if (percent >= 100) return t(`storage.isFull.${what}`);
	return t(`storage.fills.${what}`, { percent: percent >= 90 ? 90 : 70 });
}
