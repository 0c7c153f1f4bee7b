import { useState } from "react";
import { readFailure, sentenceFor } from "../api/api-error";

/** For a row or a small form with a name: one act at a time, and what it is refused for, at the name or below. */
export function useNamedAct(refresh: () => Promise<void>) {
	const [isBusy, setIsBusy] = useState(false);
	const [nameError, setNameError] = useState<string | null>(null);
	const [failure, setFailure] = useState<string | null>(null);
	/** Null: it was refused, or another one goes on. */
	const run = async <Result>(act: () => Promise<Result>): Promise<Result | null> => {
		if (isBusy) return null;
		setIsBusy(true);
		setNameError(null);
		setFailure(null);
		try {
			const result = await act();
			await refresh();
			return result;
		} catch (error) {
			const { name } = readFailure(error).fields;
			setNameError(name ?? null);
			setFailure(name === undefined ? sentenceFor(error) : null);
			return null;
		} finally {
			setIsBusy(false);
		}
	};
	return { isBusy, nameError, failure, run };
}
