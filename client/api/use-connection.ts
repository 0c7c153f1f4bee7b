import { useSyncExternalStore } from "react";
import { type ConnectionState, connection } from "./connection";

export function useConnection(): ConnectionState {
	return useSyncExternalStore(connection.subscribe, connection.read);
}
