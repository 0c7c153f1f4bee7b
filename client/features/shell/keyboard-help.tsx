import { Kbd, Modal } from "@mantine/core";
import { useOpenedLate } from "../../ui/late-dialog";
import classes from "./keyboard-help.module.css";

const shortcuts = [
	{ keys: ["/"], does: "Search the list" },
	{ keys: ["j"], does: "Next row" },
	{ keys: ["k"], does: "Previous row" },
	{ keys: ["Enter"], does: "Open the row" },
	{ keys: ["Alt", "T"], does: "Go to the notifications" },
	{ keys: ["?"], does: "Show these shortcuts" },
];

export function KeyboardHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
	return (
		<Modal opened={useOpenedLate(isOpen)} onClose={onClose} title="Keyboard shortcuts">
			<dl className={classes.list}>
				{shortcuts.map(({ keys, does }) => (
					<div key={does}>
						<dt>
							{keys.map((key) => (
								<Kbd key={key}>{key}</Kbd>
							))}
						</dt>
						<dd>{does}</dd>
					</div>
				))}
			</dl>
		</Modal>
	);
}
