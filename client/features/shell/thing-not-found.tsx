import { ButtonLink } from "../../ui/layout/link";
import { t } from "../../words/made/shell";
import { NotFoundReading } from "./error-screens";
import classes from "./error-screens.module.css";

const missingThings = {
	device: { list: "/devices", back: t("missing.allDevices") },
	group: { list: "/groups/", back: t("missing.allGroups") },
	alert: { list: "/alerts/", back: t("missing.allAlerts") },
	event: { list: "/alerts/", back: t("missing.allEvents") },
	report: { list: "/reports/", back: t("missing.allReports") },
	contact: { list: "/accounts/contacts/", back: t("missing.allContacts") },
	user: { list: "/accounts/users/", back: t("missing.allUsers") },
} as const;

/** The same text for deleted and invisible items, so that no one learns which ids exist. */
export function ThingNotFound({ thing }: { thing: keyof typeof missingThings }) {
	const { list, back } = missingThings[thing];
	return (
		<NotFoundReading>
			<p className={classes.missing}>{t(`missing.${thing}`)}</p>
			<ButtonLink to={list}>{back}</ButtonLink>
		</NotFoundReading>
	);
}
