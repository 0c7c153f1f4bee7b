import { Kbd } from "@mantine/core";
import { can, type Role } from "../../../shared/account/permissions";
import { Dialog } from "../../ui/feedback/dialog";
import classes from "./keyboard-help.module.css";
import { areas } from "./navigation";

type Shortcut = { keys: string[]; does: string };
type Section = { title: string; shortcuts: Shortcut[] };

const everywhere: Section = {
	title: "Everywhere",
	shortcuts: [
		{ keys: ["Ctrl or ⌘", "K"], does: "Search everything, or run a command" },
		{ keys: ["Alt", "T"], does: "Go to the notifications" },
		{ keys: ["?"], does: "Show these shortcuts" },
	],
};

const lists: Section = {
	title: "Lists",
	shortcuts: [
		{ keys: ["/"], does: "Search the list" },
		{ keys: ["j"], does: "Next row" },
		{ keys: ["k"], does: "Previous row" },
		{ keys: ["Enter"], does: "Open the row" },
		{ keys: ["x"], does: "Select the row" },
		{ keys: ["Shift", "x"], does: "Select up to the row" },
		{ keys: ["e"], does: "Acknowledge events of alerts" },
		{ keys: ["Esc"], does: "Clear selection" },
	],
};

const log: Section = {
	title: "Log",
	shortcuts: [
		{ keys: ["j"], does: "Next row" },
		{ keys: ["k"], does: "Previous row" },
		{ keys: ["["], does: "Earlier" },
		{ keys: ["]"], does: "Later" },
		{ keys: ["n"], does: "Go to now" },
		{ keys: ["p"], does: "Pause or resume" },
	],
};

const chart: Section = {
	title: "Chart",
	shortcuts: [
		{ keys: ["←"], does: "Reading before" },
		{ keys: ["→"], does: "Next reading" },
		{ keys: ["Home"], does: "First reading" },
		{ keys: ["End"], does: "Newest reading" },
		{ keys: ["Shift", "←"], does: "Earlier" },
		{ keys: ["Shift", "→"], does: "Later" },
		{ keys: ["+"], does: "Zoom in" },
		{ keys: ["-"], does: "Zoom out" },
		{ keys: ["Enter"], does: "Show the other clocks" },
		{ keys: ["Esc"], does: "Leave the reading" },
	],
};

type KeyboardHelpProps = { isOpen: boolean; role: Role; onClose: () => void };

export function KeyboardHelp({ isOpen, role, onClose }: KeyboardHelpProps) {
	return (
		<Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts" size={760}>
			<div className={classes.sections}>
				{[everywhere, lists, log, chart, goTo(role)].map(({ title, shortcuts }) => (
					<section key={title} className={classes.section} aria-label={title}>
						<h3 className={classes.title}>{title}</h3>
						<dl className={classes.list}>
							{shortcuts.map(({ keys, does }) => (
								<div key={does}>
									<dt>
										{keys.map((key, index) => (
											// biome-ignore lint/suspicious/noArrayIndexKey: a key may be pressed twice, and they never change
											<Kbd key={index}>{key}</Kbd>
										))}
									</dt>
									<dd>{does}</dd>
								</div>
							))}
						</dl>
					</section>
				))}
			</div>
		</Dialog>
	);
}

function goTo(role: Role): Section {
	const shortcuts = areas
		.filter(({ capability }) => can(role, capability))
		.map(({ key, title }) => ({ keys: ["g", key], does: title }));
	return { title: "Go to", shortcuts };
}
