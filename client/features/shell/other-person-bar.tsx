import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { SessionUser } from "../../../shared/session/session";
import { PlainButton } from "../../ui/form/buttons";
import { rich, t } from "../../words/made/shell";
import classes from "./notices.module.css";
import own from "./whose-page.module.css";

type BarProps = { person: SessionUser; other: SessionUser };

export function OtherPersonBar({ person, other }: BarProps) {
	const bar = useRef<HTMLDivElement>(null);
	// The keyboard cannot reach the bar from an open dialog, whose form cannot be sent.
	useEffect(() => bar.current?.focus({ preventScroll: true }), []);
	const areNamedAlike = nameOf(person) === nameOf(other);
	const [before, here] = [person, other].map((user) => (areNamedAlike ? addressOf(user) : nameOf(user)));
	return (
		<div role="alert" ref={bar} tabIndex={-1} className={`${classes.notice} ${own.bar}`}>
			<span>
				{rich("otherPerson.here", { strong: (text) => <b>{text}</b>, other: here, first: firstNameOf(before) })}
			</span>
			<PlainButton size="compact-sm" onClick={() => window.location.reload()}>
				{t("otherPerson.goOn", { name: firstNameOf(here) })}
			</PlainButton>
			<Button
				size="compact-sm"
				component="a"
				href={`/login?email=${encodeURIComponent(addressOf(person))}`}
				target="_blank"
				rel="noreferrer"
				title={t("opensNewTab")}
			>
				{t("otherPerson.signIn", { name: firstNameOf(before) })}
			</Button>
		</div>
	);
}

function addressOf({ email, username }: SessionUser): string {
	return email ?? username;
}

function nameOf(user: SessionUser): string {
	return user.name?.trim() || addressOf(user);
}

function firstNameOf(name = ""): string {
	return name.split(" ")[0] ?? name;
}
