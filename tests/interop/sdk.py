"""The Python SDK of A2A as a buyer of our dealer, and as a dealer of our buyer.

usage: sdk.py client|server        JSON on standard input and output; `main.rs` says what is in it.
"""

import asyncio
import json
import logging
import sys

import httpx
from a2a.client import ClientConfig, create_client
from a2a.client.client import ClientCallContext
from a2a.client.card_resolver import A2ACardResolver, parse_agent_card
from a2a.client.service_parameters import ServiceParametersFactory, with_a2a_extensions
from a2a.server.agent_execution.agent_executor import AgentExecutor
from a2a.server.request_handlers import DefaultRequestHandlerV2
from a2a.server.routes.agent_card_routes import create_agent_card_routes
from a2a.server.routes.jsonrpc_routes import create_jsonrpc_routes
from a2a.server.tasks import InMemoryTaskStore
from a2a.types import Message, SendMessageRequest
from a2a.utils.errors import ContentTypeNotSupportedError
from google.protobuf import json_format
from starlette.applications import Starlette


def to_json(message):
    return json_format.MessageToDict(message)


async def client(order):
    """Fetches the card at a URL and makes calls; tells what the SDK made of card and replies."""
    async with httpx.AsyncClient(timeout=30) as http:
        card = await A2ACardResolver(http, order["url"]).get_agent_card()
        config = ClientConfig(httpx_client=http, streaming=False)
        calls = []
        async with await create_client(card, config) as agent:
            for call in order["calls"]:
                calls.append(await one_call(agent, call))
        return {"card": to_json(card), "calls": calls}


async def one_call(agent, call):
    # Strict: a member that the SDK does not know is an error.
    request = json_format.ParseDict(call["request"], SendMessageRequest())
    parameters = ServiceParametersFactory.create([with_a2a_extensions(call["extensions"])])
    context = ClientCallContext(service_parameters=parameters)
    try:
        async for event in agent.send_message(request, context=context):
            return {"message": to_json(event.message)}
    except Exception as error:  # each kind is told to the test, which knows what it wants
        return {
            "error": {
                "name": type(error).__name__,
                "message": str(error),
                "metadata": getattr(error, "data", None),
            }
        }


class Executor(AgentExecutor):
    """Answers with the message that it is given, or with an error if it is given none."""

    def __init__(self):
        self.answer = None
        self.asked = None

    async def execute(self, context, event_queue):
        self.asked = to_json(context.message)
        if self.answer is None:
            raise ContentTypeNotSupportedError("not this")
        message = json_format.ParseDict(self.answer, Message())
        message.context_id = context.context_id
        await event_queue.enqueue_event(message)

    async def cancel(self, context, event_queue):
        raise NotImplementedError


async def server(order):
    """Serves a card, and answers each body of a JSON-RPC request."""
    card = parse_agent_card(order["card"])
    executor = Executor()
    handler = DefaultRequestHandlerV2(executor, InMemoryTaskStore(), card)
    routes = create_agent_card_routes(card) + create_jsonrpc_routes(handler, "/a2a")
    transport = httpx.ASGITransport(app=Starlette(routes=routes))
    async with httpx.AsyncClient(transport=transport, base_url="http://agent.example") as http:
        served = (await http.get("/.well-known/agent-card.json")).json()
        replies = []
        for call in order["calls"]:
            executor.answer, executor.asked = call["answer"], None
            reply = await http.post("/a2a", headers=call["headers"], content=call["body"])
            replies.append({"asked": executor.asked, "body": reply.text})
        return {"card": served, "replies": replies}


def main():
    logging.disable(logging.CRITICAL)
    role = {"client": client, "server": server}[sys.argv[1]]
    result = asyncio.run(role(json.load(sys.stdin)))
    json.dump(result, sys.stdout)


main()
