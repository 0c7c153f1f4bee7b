import { CloseButton, Kbd, TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { appConstants } from "../../base/app-constants";
import { t } from "../../words/made/lists";
import classes from "./filter-bar.module.css";

type SearchBoxProps = {
	label: string;
	placeholder: string;
	text: string;
	onText: (text: string | undefined) => void;
	maxLength?: number;
};

export function SearchBox({ label, placeholder, text, onText, maxLength }: SearchBoxProps) {
	const { history } = useRouter();
	const input = useRef<HTMLInputElement>(null);
	const [typed, setTyped] = useState(text);
	const [known, setKnown] = useState(text);
	const [reported, setReported] = useState(text);
	const report = useEffectEvent((wanted: string) => {
		setReported(wanted);
		onText(wanted || undefined);
	});
	useEffect(() => {
		const wanted = typed.trim();
		if (wanted === reported) return;
		const { pathname } = history.location;
		const timer = setTimeout(() => {
			// A user who has left the screen must not be brought back.
			if (history.location.pathname === pathname) report(wanted);
		}, appConstants.filterDelayMs);
		return () => clearTimeout(timer);
	}, [typed, reported, history]);
	const focus = () => input.current?.focus();
	// On keyboards where the slash needs Shift, such as German ones, the first form never matches.
	useHotkeys([
		["/", focus],
		["shift+/", focus],
	]);
	if (known !== text) {
		setKnown(text);
		if (text !== reported) {
			setTyped(text);
			setReported(text);
		}
	}
	return (
		<TextInput
			ref={input}
			className={classes.search}
			type="text"
			aria-label={label}
			placeholder={placeholder}
			maxLength={maxLength}
			leftSection={<IconSearch size={16} aria-hidden="true" />}
			rightSection={
				typed === "" ? (
					<Kbd size="xs" className={classes.key}>
						/
					</Kbd>
				) : (
					<CloseButton size="sm" aria-label={t("search.clear")} onClick={() => setTyped("")} />
				)
			}
			value={typed}
			onChange={(event) => setTyped(event.currentTarget.value)}
		/>
	);
}
