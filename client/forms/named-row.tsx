import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { readFailure, sentenceFor } from "../api/api-error";
import { FormFailure } from "../ui/form/buttons";
import classes from "./named-row.module.css";

type ActError = { isOfName: boolean; text: string };

/** One act at a time; `error` is what it was refused for: at its name, else as a whole. */
export function useNamedAct(refresh: () => Promise<void>) {
	const [isBusy, setIsBusy] = useState(false);
	const [error, setError] = useState<ActError | null>(null);
	/** Null: it was refused, or another one goes on. */
	const run = async <Result,>(act: () => Promise<Result>): Promise<Result | null> => {
		if (isBusy) return null;
		setIsBusy(true);
		setError(null);
		try {
			const result = await act();
			await refresh();
			return result;
		} catch (failure) {
			const { name } = readFailure(failure).fields;
			setError({ isOfName: name !== undefined, text: name ?? sentenceFor(failure) });
			// It may be refused for what has changed meanwhile.
			void refresh();
			return null;
		} finally {
			setIsBusy(false);
		}
	};
	return { isBusy, error, run };
}

/** What is wrong with no name, such as an outage: below the form, and not at its field. */
export function ActFailure({ error }: { error: ActError | null }) {
	return <FormFailure failure={error === null || error.isOfName ? null : error.text} />;
}

type NamedRowProps = {
	label: string;
	name: string;
	refresh: () => Promise<void>;
	onRename: (name: string) => Promise<unknown>;
	onDelete: () => Promise<unknown>;
};

/**
 * A thing that is little more than its name: renamed and deleted where it stands in a list. Shows the newest name while
 * nothing is typed.
 */
export function NamedRow({ label, name: present, refresh, onRename, onDelete }: NamedRowProps) {
	const [typed, setTyped] = useState<string | null>(null);
	const [isConfirming, setIsConfirming] = useState(false);
	const { isBusy, error, run } = useNamedAct(refresh);
	const name = typed ?? present;
	const rename = async () => {
		if ((await run(() => onRename(name))) !== null) setTyped(null);
	};
	return (
		<form
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				void rename();
			}}
		>
			<div className={classes.row}>
				<TextInput
					label={label}
					autoComplete="off"
					value={name}
					error={error?.isOfName && error.text}
					onChange={({ currentTarget: { value } }) => setTyped(value)}
				/>
				{name !== present && (
					<Button type="submit" variant="default" loading={isBusy}>
						Rename
					</Button>
				)}
				{isConfirming ? (
					<Button color="red" loading={isBusy} onClick={() => void run(onDelete)}>
						Delete now
					</Button>
				) : (
					<Button variant="subtle" color="red" aria-label={`Delete ${present}`} onClick={() => setIsConfirming(true)}>
						Delete
					</Button>
				)}
			</div>
			<ActFailure error={error} />
		</form>
	);
}

type NewNameProps = { label: string; refresh: () => Promise<void>; onAdd: (name: string) => Promise<unknown> };

export function NewName({ label, refresh, onAdd }: NewNameProps) {
	const [name, setName] = useState("");
	const { isBusy, error, run } = useNamedAct(refresh);
	const add = async () => {
		if ((await run(() => onAdd(name))) !== null) setName("");
	};
	return (
		<form
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				void add();
			}}
		>
			<div className={classes.row}>
				<TextInput
					label={label}
					value={name}
					error={error?.isOfName && error.text}
					onChange={({ currentTarget: { value } }) => setName(value)}
				/>
				<Button type="submit" loading={isBusy}>
					Add
				</Button>
			</div>
			<ActFailure error={error} />
		</form>
	);
}
