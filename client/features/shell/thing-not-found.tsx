import { ButtonLink } from "../../ui/layout/link";
import { NotFoundReading } from "./error-screens";
import classes from "./error-screens.module.css";

const missingThings = {
	device: { list: "/devices", back: "All devices" },
	group: { list: "/groups/", back: "All groups" },
	alert: { list: "/alerts/", back: "All alerts" },
	event: { list: "/alerts/", back: "All events" },
	report: { list: "/reports/", back: "All reports" },
	contact: { list: "/accounts/contacts/", back: "All contacts" },
	user: { list: "/accounts/users/", back: "All users" },
} as const;

/** The same text for deleted and invisible items, so that no one learns which ids exist. */
export function ThingNotFound({ thing }: { thing: keyof typeof missingThings }) {
	const { list, back } = missingThings[thing];
	return (
		<NotFoundReading>
			<p className={classes.missing}>
				You can't see this {thing}. It may be deleted, or outside of your access. Ask an owner or admin of your account.
			</p>
			<ButtonLink to={list}>{back}</ButtonLink>
		</NotFoundReading>
	);
}
