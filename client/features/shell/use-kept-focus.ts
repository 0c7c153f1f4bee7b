import { useEffect } from "react";
import { keepFocus } from "./keep-focus";

/** Keeps the focus near its place while the frame stands. */
export function useKeptFocus(): void {
	useEffect(() => keepFocus(), []);
}
