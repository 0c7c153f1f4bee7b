import { Kbd } from "@mantine/core";
import { can, type Role } from "../../../shared/account/permissions";
import { Dialog } from "../../ui/feedback/dialog";
import { t } from "../../words/made/shortcuts";
import classes from "./keyboard-help.module.css";
import { areas } from "./navigation";

type Shortcut = { keys: string[]; does: string };
type Section = { title: string; shortcuts: Shortcut[] };

const everywhere: Section = {
	title: t("everywhere"),
	shortcuts: [
		{ keys: [t("key.ctrl"), "K"], does: t("everywhere.search") },
		{ keys: [t("key.alt"), "T"], does: t("everywhere.notifications") },
		{ keys: ["?"], does: t("everywhere.shortcuts") },
	],
};

const lists: Section = {
	title: t("lists"),
	shortcuts: [
		{ keys: ["/"], does: t("lists.search") },
		{ keys: ["j"], does: t("nextRow") },
		{ keys: ["k"], does: t("previousRow") },
		{ keys: [t("key.enter")], does: t("lists.open") },
		{ keys: ["x"], does: t("lists.select") },
		{ keys: [t("key.shift"), "x"], does: t("lists.selectTo") },
		{ keys: ["e"], does: t("lists.acknowledge") },
		{ keys: [t("key.esc")], does: t("lists.clear") },
	],
};

const log: Section = {
	title: t("log"),
	shortcuts: [
		{ keys: ["j"], does: t("nextRow") },
		{ keys: ["k"], does: t("previousRow") },
		{ keys: ["["], does: t("earlier") },
		{ keys: ["]"], does: t("later") },
		{ keys: ["n"], does: t("log.now") },
		{ keys: ["p"], does: t("log.pause") },
	],
};

const chart: Section = {
	title: t("chart"),
	shortcuts: [
		{ keys: ["←"], does: t("chart.before") },
		{ keys: ["→"], does: t("chart.next") },
		{ keys: [t("key.home")], does: t("chart.first") },
		{ keys: [t("key.end")], does: t("chart.newest") },
		{ keys: [t("key.shift"), "←"], does: t("earlier") },
		{ keys: [t("key.shift"), "→"], does: t("later") },
		{ keys: ["+"], does: t("chart.zoomIn") },
		{ keys: ["-"], does: t("chart.zoomOut") },
		{ keys: [t("key.enter")], does: t("chart.clocks") },
		{ keys: [t("key.esc")], does: t("chart.leave") },
	],
};

type KeyboardHelpProps = { isOpen: boolean; role: Role; onClose: () => void };

export function KeyboardHelp({ isOpen, role, onClose }: KeyboardHelpProps) {
	return (
		<Dialog isOpen={isOpen} onClose={onClose} title={t("title")} size={760}>
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
	return { title: t("goTo"), shortcuts };
}
