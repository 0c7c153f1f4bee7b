import { useEffect, useState } from "react";

/** Whether a dialog was ever open: until then its code need not be loaded. */
export function useIsWanted(isOpen: boolean): boolean {
	const [isWanted, setIsWanted] = useState(isOpen);
	if (isOpen && !isWanted) setIsWanted(true);
	return isWanted;
}

/** Follows `isOpen` a step late: the kit gives the focus back only from a dialog it has first drawn closed. */
export function useOpenedLate(isOpen: boolean): boolean {
	const [isOpened, setIsOpened] = useState(false);
	useEffect(() => setIsOpened(isOpen), [isOpen]);
	return isOpened;
}
