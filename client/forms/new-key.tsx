import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Dialog } from "../ui/feedback/dialog";
import { Callout } from "../ui/feedback/notes";
import { ButtonRow } from "../ui/form/buttons";
import { useUnsavedChanges } from "../ui/form/unsaved-changes";
import layout from "../ui/layout/layouts.module.css";
import { rich, t } from "../words/made/common";

type NewKeyKind = "key" | "address";

type NewKeyProps = {
	what?: NewKeyKind;
	lead: ReactNode;
	help?: ReactNode;
	onDone: () => void;
	children: ReactNode;
};

/** The key is shown only once: the backend stores no readable copy, so the tab warns before it closes. */
export function NewKey({ what = "key", lead, help, onDone, children }: NewKeyProps) {
	useUnsavedChanges(true);
	return (
		<div className={layout.stack}>
			<p className={layout.prose}>{lead}</p>
			<ShownOnceNote what={what} />
			<div className={layout.stack} data-sentry-block>
				{children}
			</div>
			{help && <p className={layout.wrappedNote}>{help}</p>}
			<ButtonRow>
				<Button onClick={onDone}>{t("newKey.copied", { what })}</Button>
			</ButtonRow>
		</div>
	);
}

type NewKeyDialogProps<Made> = {
	isOpen: boolean;
	onClose: () => void;
	titles: { form: string; key: string };
	form: (onMade: (made: Made) => void) => ReactNode;
	newKey: (made: Made, onDone: () => void) => ReactNode;
};

/** Only its own button closes the view of the key, which is shown once. */
export function NewKeyDialog<Made>({ isOpen, onClose, titles, form, newKey }: NewKeyDialogProps<Made>) {
	const [made, setMade] = useState<{ key: Made } | null>(null);
	const close = () => {
		setMade(null);
		onClose();
	};
	return (
		<Dialog
			isOpen={isOpen}
			onClose={close}
			title={made ? titles.key : titles.form}
			size={520}
			isForm
			closeOnEscape={made === null}
			withCloseButton={made === null}
		>
			{isOpen && (made ? newKey(made.key, close) : form((key) => setMade({ key })))}
		</Dialog>
	);
}

function ShownOnceNote({ what }: { what: NewKeyKind }) {
	return (
		<Callout tone="warn" takesFocus>
			{rich("newKey.copy", { what, strong: (text) => <b>{text}</b> })}
		</Callout>
	);
}
